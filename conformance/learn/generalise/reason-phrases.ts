import { STATUS_CODES } from "node:http";

/** RFC 9110 names these otherwise than earlier documents did. */
const newNames: Readonly<Record<number, string>> = { 413: "Content Too Large", 422: "Unprocessable Content" };

/** The names a status code is known by, and those of its class, which stand for codes without a name. */
export function phrasesOf(status: number): readonly string[] {
  const className = status < 400 ? "Redirection" : status < 500 ? "Client Error" : "Server Error";
  return [newNames[status], STATUS_CODES[status], className].filter((phrase) => phrase !== undefined);
}
