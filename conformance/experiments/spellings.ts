import { operationPath, readOperationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Facts } from "../log/facts.ts";
import { sendOnce, type Experiment, type Explorer } from "../log/experiment.ts";
import type { Probe } from "../log/model.ts";

/** Another spelling of a request, which a router may accept and a guard may not know. */
interface Spelling {
  /** In words, to follow "with". */
  readonly words: string;
  readonly respell: (path: string) => string;
  /** `one`: the same for every resource, so it is tried on one list only. */
  readonly on: "all" | "reads" | "one";
}

const spellings: readonly Spelling[] = [
  { words: "a trailing slash", on: "all", respell: (path) => `${path}/` },
  { words: "no `/api/v1`", on: "all", respell: (path) => path.replace("/api/v1", "") },
  { words: "a capital letter", on: "all", respell: (path) => changeResource(path, (letter) => letter.toUpperCase()) },
  { words: "a double slash", on: "all", respell: (path) => path.replace("/v1/", "/v1//") },
  { words: "a percent-encoded letter", on: "all", respell: (path) => changeResource(path, encodeLetter) },
  { words: "the suffix `.json`", on: "reads", respell: (path) => `${path}.json` },
  { words: "`;x=1` after the path", on: "reads", respell: (path) => `${path};x=1` },
  { words: "a slash before the path", on: "one", respell: (path) => `/${path}` },
  { words: "a dot segment", on: "one", respell: (path) => path.replace("/v1/", "/v1/./") },
  { words: "a prefix in capital letters", on: "one", respell: (path) => path.replace("/api/v1", "/API/V1") },
  { words: "the prefix `/v1`", on: "one", respell: (path) => path.replace("/api", "") },
  { words: "the prefix `/api`", on: "one", respell: (path) => path.replace("/v1", "") },
];

/** The operation whose path gets the spellings that are the same for every resource. */
const [prefixed] = readOperationIds;

const overrides = ["x-http-method-override", "x-http-method", "x-method-override"];

function changeResource(path: string, change: (letter: string) => string): string {
  return path.replace(/(?<=\/v1\/)./, change);
}

function encodeLetter(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16)}`;
}

/** Every spelling without a token; one of them with an unknown one, too. */
export function* exploreSpellings(facts: Facts, of: readonly OperationId[]): Explorer {
  const served = of.filter((operation) => facts.isTokenValidFor(operation));
  for (const operation of served) {
    yield spelledProbes(operation, facts).map(sendSpelled);
    yield sendSpelled({ operation, as: "none", method: "HEAD", place: { spelling: "the method HEAD" } });
  }
  const [slash] = served.filter((one) => one === prefixed).flatMap((operation) => spelledProbes(operation, facts));
  if (slash !== undefined) yield sendSpelled({ ...slash, as: "never-issued" });
}

/** The spellings of a creation, one after the other: each may create a user. */
export function* exploreSpelledCreations(facts: Facts): Explorer {
  for (const probe of spelledProbes("createUser", facts)) yield sendSpelled(probe);
}

function spelledProbes(operation: OperationId, facts: Facts): readonly Probe[] {
  const path = operationPath(operation, facts.ids(operation)[0]);
  const isRead = operation !== "createUser";
  const respelled = spellings
    .filter(({ on }) => on === "all" || (on === "reads" && isRead) || (on === "one" && operation === prefixed))
    .map(({ words, respell }): Probe => ({ operation, as: "none", path: respell(path), place: { spelling: words } }));
  const method = isRead ? "GET" : "POST";
  const options: Probe = { operation, as: "none", method: "OPTIONS", place: { spelling: "the method OPTIONS" } };
  const overridden: Probe = {
    ...options,
    headers: Object.fromEntries(overrides.map((name) => [name, method])),
    query: { _method: method },
    place: { spelling: `the method OPTIONS, overridden by ${method}` },
  };
  return [...respelled, facts.target.allowWrites ? overridden : options];
}

function sendSpelled(probe: Probe): Experiment {
  return sendOnce(`${probe.operation} with ${probe.place?.spelling ?? ""} as ${probe.as ?? "none"}`, probe);
}
