import { readText } from "../../fixtures/input/read-text.ts";

const begin = "-----BEGIN ";

/** Whether a text holds a certificate or a key, and is not the path of a file with it. */
export function isPem(text: string): boolean {
  return text.includes(begin);
}

/** @param given PEM, or the path of a file. @throws InputError if that cannot be read */
export function readPem(given: string): string {
  return isPem(given) ? given : readText(given, "PEM file");
}
