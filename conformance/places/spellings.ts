import { knownIds } from "../target/target.ts";
import { listOperationIds, operationIds, operationPath, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import type { Session } from "../target/session.ts";

/** Another spelling of a request, which a service may treat as the same. */
export interface Spelling {
  /** In words, to follow "with". */
  readonly words: string;
  readonly call: Call;
}

type Respelled = readonly [words: string, path: (path: string) => string];

/** Spellings that routers, frameworks and gateways accept for the path of an operation. */
const ofResource: readonly Respelled[] = [
  ["a trailing slash", (path) => `${path}/`],
  ["no `/api/v1`", (path) => path.replace("/api/v1", "")],
  ["a capital letter", (path) => path.replace(/(?<=\/v1\/)./, (letter) => letter.toUpperCase())],
  ["a double slash", (path) => path.replace("/v1/", "/v1//")],
  ["a percent-encoded letter", (path) => path.replace(/(?<=\/v1\/)./, encodedLetter)],
  ["the suffix `.json`", (path) => `${path}.json`],
  ["`;x=1` after the path", (path) => `${path};x=1`],
];

/** Spellings of the prefix: it is the same for every resource, so it is tried on one list only. */
const ofPrefix: readonly Respelled[] = [
  ["a slash before the path", (path) => `/${path}`],
  ["a dot segment", (path) => path.replace("/v1/", "/v1/./")],
  ["a prefix in capital letters", (path) => path.replace("/api/v1", "/API/V1")],
  ["the prefix `/v1`", (path) => path.replace("/api", "")],
  ["the prefix `/api`", (path) => path.replace("/v1", "")],
];

const [prefixed] = listOperationIds;

/** Spellings for a creation: each may create a user. */
const ofCreation = ofResource.filter(([words]) => /slash|capital|percent|no `/.test(words));

/** The headers and the parameter that override the method of a request. */
function overriding(method: string): Pick<Call, "method" | "headers" | "query"> {
  const names = ["x-http-method-override", "x-http-method", "x-method-override"];
  return {
    method: "OPTIONS",
    headers: Object.fromEntries(names.map((name) => [name, method])),
    query: { _method: method },
  };
}

/** The other spellings of the plain request of an operation. A method override is a write for some services. */
export function spellingsOf({ target, isQuick }: Session, operation: OperationId): readonly Spelling[] {
  const [id] = knownIds(target, operation);
  const path = operationPath(operation, id);
  const isCreation = operation === "createUser";
  const paths = isCreation ? ofCreation : operation === prefixed ? [...ofResource, ...ofPrefix] : ofResource;
  const method = isCreation ? "POST" : "GET";
  const spellings: readonly Spelling[] = [
    ...paths.map(([words, respelled]) => ({ words, call: { operation, path: respelled(path) } })),
    ...(isCreation ? [] : (["HEAD", "OPTIONS"] as const)).map((other) => ({
      words: `the method ${other}`,
      call: { operation, method: other },
    })),
    ...(target.allowWrites
      ? [{ words: `the method OPTIONS, overridden by ${method}`, call: { operation, ...overriding(method) } }]
      : []),
  ];
  // A quick run tries one, a different one for each operation.
  const at = operationIds.indexOf(operation);
  return isQuick ? spellings.slice(at, at + 1) : spellings;
}

function encodedLetter(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16)}`;
}
