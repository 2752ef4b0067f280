import { shortenText, type HttpExchange } from "../target/exchange.ts";
import { visible } from "../../fixtures/values/visible.ts";

/** An exchange as plain text: the request, the response, and the start of a long body. */
export function exchangeText(exchange: HttpExchange): string {
  return `${requestText(exchange)}\n\n${responseText(exchange)}`;
}

export function requestText({ request }: HttpExchange): string {
  return messageText(`${request.method} ${request.url}`, request);
}

export function responseText({ response, noReply }: HttpExchange): string {
  if (response === undefined) return visible(`no response: ${noReply?.message ?? "unknown"}`);
  return messageText(`${response.status} in ${response.ms} ms`, response);
}

function messageText(start: string, { headers, body = "" }: Pick<HttpExchange["request"], "headers" | "body">): string {
  const lines = [start, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return visible([...lines, ...(body === "" ? [] : ["", shortenText(body, 2000)])].join("\n"));
}
