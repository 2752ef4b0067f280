import { parseEnv } from "node:util";

/** The base URL that the application uses for the service, as found in the project. */
export interface FoundBaseUrl {
  readonly url: string;
  /** The file and its variable, for messages. */
  readonly from: string;
}

/** The application's own origin. */
export const ownOrigin = "/";

export const expectedUrl =
  "expected an absolute URL, or a path of the application's own origin: https://api.example, /";

/** Development values first. */
const files = [".env.development.local", ".env.local", ".env.development", ".env", ".env.example"];

const variable =
  /^(?:VITE|NEXT_PUBLIC|PUBLIC|REACT_APP|STORYBOOK)_(?:API|BACKEND|SERVICE)(?:_BASE)?(?:_(?:URL|URI|ORIGIN|HOST|ENDPOINT))?$/;

/**
 * Finds the base URL where `orgkit init` wrote it before, then in the env files under the usual names.
 * @param read the text of a file of the project, empty if there is none
 */
export function findBaseUrl(read: (path: string) => string, samples: readonly string[]): FoundBaseUrl | undefined {
  const given = [
    ...samples.map((from) => ({ from, text: /^export const baseUrl = ["'](.+)["'];?$/m.exec(read(from))?.[1] })),
    ...files.flatMap((file) =>
      Object.entries(parseEnv(read(file)))
        .filter(([name]) => variable.test(name))
        .map(([name, text]) => ({ from: `${name} in ${file}`, text })),
    ),
  ];
  for (const { from, text } of given) {
    const url = text === undefined ? undefined : readBaseUrl(text);
    if (url !== undefined) return { url, from };
  }
  return undefined;
}

/**
 * Normalizes a base URL from a person: without `/api/v1` and trailing slashes.
 * @param text absolute, or a path of the application's own origin
 * @returns nothing if it is neither, or has invisible characters
 */
export function readBaseUrl(text: string): string | undefined {
  const base = text
    .trim()
    .replace(/\/+$/, "")
    .replace(/\/api(\/v1)?$/, "");
  if (/^(\/[\w.~%-]+)*$/.test(base)) return base || ownOrigin;
  if (!/^https?:\/\/[^\s\p{C}]+$/u.test(base) || !URL.canParse(base)) return undefined;
  const { username, password, search, hash } = new URL(base);
  return username + password + search + hash === "" ? base : undefined;
}

export function isAbsolute(baseUrl: string): boolean {
  return !baseUrl.startsWith("/");
}
