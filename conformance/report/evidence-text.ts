import { startOf, type Exchange } from "../target/exchange.ts";
import { visible } from "./visible.ts";

/** An exchange as plain text: the request, the reply, and of a long body its start. */
export function exchangeText({ request, response, noReply }: Exchange, most = 2000): string {
  return [
    `${request.method} ${request.url}`,
    ...headerLines(request.headers),
    ...(request.body === undefined ? [] : ["", startOf(request.body, most)]),
    "",
    ...(response === undefined
      ? [`no reply: ${noReply?.message ?? "unknown"}`]
      : [
          `${response.status} in ${response.ms} ms`,
          ...headerLines(response.headers),
          ...(response.body === "" ? [] : ["", startOf(response.body, most)]),
        ]),
  ]
    .map(visible)
    .join("\n");
}

function headerLines(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}
