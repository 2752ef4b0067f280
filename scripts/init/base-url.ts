import { parseEnv } from "node:util";
import { textIn } from "./text-in.ts";

/** Where the application calls the service, as the project tells. */
export interface FoundBaseUrl {
  readonly url: string;
  /** The file, and the variable in it, for people. */
  readonly from: string;
}

/** The origin of the application itself. */
export const ownOrigin = "/";

/** What holds in development comes first. */
const files = [".env.development.local", ".env.local", ".env.development", ".env", ".env.example"];

const variable =
  /^(?:VITE|NEXT_PUBLIC|PUBLIC|REACT_APP|STORYBOOK)_(?:API|BACKEND|SERVICE)(?:_BASE)?(?:_(?:URL|URI|ORIGIN|HOST|ENDPOINT))?$/;

/** Looks for the address of the service where `orgkit init` wrote it before, then in the env files by the usual names. */
export function findBaseUrl(folder: string, samples: readonly string[] = []): FoundBaseUrl | undefined {
  for (const from of samples) {
    const written = /^export const baseUrl = ["'](.+)["'];?$/m.exec(textIn(folder, from))?.[1];
    const url = written === undefined ? undefined : readBaseUrl(written);
    if (url !== undefined) return { url, from };
  }
  for (const file of files) {
    for (const [name, value = ""] of Object.entries(parseEnv(textIn(folder, file)))) {
      const url = variable.test(name) ? readBaseUrl(value) : undefined;
      if (url !== undefined) return { url, from: `${name} in ${file}` };
    }
  }
  return undefined;
}

/**
 * A base URL as a person gives it, without what the interface adds to it: no `/api/v1`, no slash at its end.
 * @param text absolute, or a path of the application's own origin
 * @returns nothing where it is neither
 */
export function readBaseUrl(text: string): string | undefined {
  const base = text
    .trim()
    .replace(/\/+$/, "")
    .replace(/\/api(\/v1)?$/, "");
  if (/^(\/[\w.~%-]+)*$/.test(base)) return base === "" ? ownOrigin : base;
  if (!/^https?:\/\//.test(base) || !URL.canParse(base)) return undefined;
  const { username, password, search, hash } = new URL(base);
  return username + password + search + hash === "" ? base : undefined;
}

export function isAbsolute(baseUrl: string): boolean {
  return !baseUrl.startsWith("/");
}
