import { startOf, type Exchange } from "../target/exchange.ts";
import { visible } from "./visible.ts";

/** An exchange as plain text: the request, the response, and the start of a long body. */
export function exchangeText({ request, response, noReply }: Exchange, maxBody = 2000): string {
  const part = (first: string, headers: Readonly<Record<string, string>>, body = ""): readonly string[] => [
    first,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === "" ? [] : ["", startOf(body, maxBody)]),
  ];
  return [
    ...part(`${request.method} ${request.url}`, request.headers, request.body),
    "",
    ...(response === undefined
      ? [`no response: ${noReply?.message ?? "unknown"}`]
      : part(`${response.status} in ${response.ms} ms`, response.headers, response.body)),
  ]
    .map(visible)
    .join("\n");
}
