import type { Json } from "../../fixtures/json.ts";
import { judgedList } from "../checks/declarations/lists.ts";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { FailureKind } from "../../fixtures/dialect/statuses.ts";
import { own } from "../../fixtures/own.ts";
import { offsetNames } from "../discovery/names.ts";
import type { Report } from "../report/report.ts";
import { summarize } from "../target/exchange.ts";
import { statementsByKind } from "./grouped-words.ts";
import type { Side, Told } from "./side.ts";

type Entries = readonly (readonly [key: string, value: Json])[];

/** A report: what it observed, as far as it can be said as the key of a dialect; and all of it, for another report. */
export function reportSide(name: string, report: Report): Side {
  const told = report.results
    .filter(({ status, level }) => level === "observed" && status === "observed")
    .flatMap(({ id, operation, message, evidence }) => {
      const calls = evidence.slice(0, 2).map(summarize);
      return (own(readings, id)?.(message, operation) ?? []).map(([key, value]): [string, Told] => [
        key,
        { value, knowledge: "seen", evidence: calls },
      ]);
    });
  // What the first operation shows counts: it is the same on all, or the report itself says where not.
  return { name, kind: "report", told: new Map(told.toReversed()), report };
}

/** What an observation says of keys, by its id. */
const readings: Readonly<Record<string, (message: string, operation: OperationId) => Entries>> = {
  "OBS-05": pagingIn,
  "OBS-09": idIn,
  "OBS-10": (message, operation) => {
    const code = /^a success is (\d{3})$/.exec(message)?.[1];
    return code === undefined ? [] : [[`statuses.success.${operation}`, Number(code)]];
  },
  "OBS-12": tokensIn,
  "OBS-14": failuresIn,
  "OBS-17": (message, operation) => {
    const size = /^(\d+) records where no size is asked for/.exec(message)?.[1];
    return size === undefined ? [] : [[`paging.${judgedList(operation)}.defaultSize`, Number(size)]];
  },
  "OBS-19": versionsIn,
};

function pagingIn(message: string, operation: OperationId): Entries {
  const at = (name: string): string => `paging.${judgedList(operation)}.${name}`;
  if (message === "the list is not paged") return [[at("style"), "none"]];
  const [, turning, size] = /^(\S+) and (\S+)$/.exec(message) ?? [];
  if (turning === undefined || size === undefined) return [];
  const isOffset = offsetNames.includes(turning);
  return isOffset
    ? [
        [at("style"), "offset"],
        [at("parameters.offset"), turning],
        [at("parameters.limit"), size],
      ]
    : [
        [at("style"), "page"],
        [at("parameters.page"), turning],
        [at("parameters.size"), size],
      ];
}

const alphabets: Readonly<Record<string, string>> = {
  digits: "digits",
  "hexadecimal digits": "hex",
  "digits and lower-case letters": "base36",
  "digits and upper-case letters": "base62",
  "digits and letters": "base62",
};

function idIn(message: string): Entries {
  const key = "subscriptionId.format";
  if (message.startsWith("a uuid")) return [[key, { kind: "uuid" }]];
  if (message.startsWith("an integer")) return [[key, { kind: "integer" }]];
  const [, prefix = "", length, characters = ""] =
    /^(?:`(\w+[_-])` and )?(\d+) characters \(([^)]+)\)/.exec(message) ?? [];
  const alphabet = alphabets[characters];
  if (length === undefined || alphabet === undefined) return [];
  return [[key, { kind: "prefixed", prefix, alphabet, length: Number(length) }]];
}

function tokensIn(message: string): Entries {
  if (message.includes("`bearer` in lower case is accepted")) return [["auth.schemeCase", "any"]];
  return message.includes("`bearer` in lower case is refused") ? [["auth.schemeCase", "exact"]] : [];
}

const failures: Readonly<Record<string, FailureKind>> = {
  "no token": "missingToken",
  "a token never issued": "refusedToken",
  "an unknown id": "notFound",
  "a body that is no JSON": "unreadableBody",
  "another content type": "unsupportedMediaType",
};

function failuresIn(message: string): Entries {
  return [...(statementsByKind(message) ?? [])].flatMap(([kind, value]) => {
    const failure = failures[kind];
    return failure === undefined || !/^[34]\d\d$/.test(value) ? [] : [[`statuses.failure.${failure}`, Number(value)]];
  });
}

function versionsIn(message: string): Entries {
  const keys = [
    ["/users", "versions.unversioned"],
    ["/api/v2/users", "versions.others"],
  ] as const;
  return keys.flatMap(([path, key]) => {
    const status = Number(new RegExp(`\`${path}\` gets (\\d{3})`).exec(message)?.[1]);
    if (status >= 400 && status < 500) return [[key, "notFound"] as const];
    return [];
  });
}
