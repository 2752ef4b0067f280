import { operations } from "../../fixtures/contract/operations.ts";
import { own } from "../../fixtures/own.ts";
import { isUnset, Unset, type Answer } from "../discovery/observation.ts";
import { phraseOf } from "../discovery/words.ts";
import { openHar } from "../har/read.ts";
import { openRecordedSource, recordedAnswers } from "../har/recorded-source.ts";
import { targetSchema } from "../target/target.ts";
import { learnFromSource, type Learned } from "./learn-from.ts";

/** Recorded traffic, opened for learning. */
export interface OpenTraffic {
  readonly baseUrl: string;
  readonly recorded: readonly Answer[];
  readonly traffic: NonNullable<Learned["traffic"]>;
}

/**
 * Opens HAR files for learning.
 * @throws InputError if they are not HAR files, or contain no request to the interface
 */
export async function openTraffic(files: readonly string[], given?: string): Promise<OpenTraffic> {
  const recording = await openHar(files, given);
  const { answers, notes } = await recordedAnswers(recording);
  const { baseUrl, files: names, entries, used, leftOut, notes: ofFiles } = recording.traffic;
  const counts = [
    `${used} of ${entries} entries were used`,
    ...leftOut.map(({ reason, count }) => `left out: ${reason} (${count})`),
  ];
  return {
    baseUrl,
    recorded: answers,
    traffic: { files: names, exchanges: used, notes: [...counts, ...ofFiles, ...notes] },
  };
}

/** Learns from recorded traffic; nothing is sent. For missing keys, the result says what to record. */
export async function learnTraffic({ baseUrl, recorded, traffic }: OpenTraffic, forWorld: boolean): Promise<Learned> {
  const source = openRecordedSource(targetSchema.parse({ baseUrl, allowWrites: false }), recorded);
  const learned = await learnFromSource(source, { requests: () => 0, requestsLeft: forWorld ? () => 0 : undefined });
  const findings = learned.findings.map(({ key, finding }) => ({
    key,
    finding: isUnset(finding) ? new Unset(finding.unset, `a recording of ${whatToRecord(key)}`) : finding,
  }));
  return { ...learned, findings, traffic, requests: 0, created: [] };
}

const places: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(operations).map(([id, { method, path }]) => [id, `${method} ${path}`]),
);
const { listUsers: users, listInvoices: invoices, getSubscription: subscription, createUser: create } = places;

/** The requests that show a key of a list's paging; most need pages. */
const ofPaging: Readonly<Record<string, string>> = {
  maxSize: "a page size that is too large, and with the maximum size",
  oversize: "a page size that is too large",
  beyondLast: "a page beyond the last",
  unreadable: "a page that is not a number",
};

/** The requests that show a key, or those that begin with it. */
const shownBy: readonly (readonly [start: string, request: string])[] = [
  ["filtering", "a list filtered by a field"],
  ["sorting", "a list sorted by a field, in descending order, and by a field that does not exist"],
  ["subscriptionId", `${subscription} of several subscriptions, and of an ill-formed id`],
  ["records.user", `${users}`],
  ["records.subscription", `${subscription}`],
  ["records.invoice", `${invoices}`],
  ["versions.unversioned", "GET /users"],
  ["versions.others", "GET /api/v2/users"],
  ["auth.guards", "an unknown path and another method, without `Authorization`"],
  ["auth.schemeCase", "a request with `bearer` in lower case"],
  ["auth", "a request without `Authorization`, and one with an unknown token"],
  ["createUser", `${create}, also without each of its fields in turn, and with the fields of another user`],
  ["requests.cors", "a request of a page of another origin, with its preflight"],
  ["requests.options", "OPTIONS /api/v1/users"],
  ["requests.head", "HEAD /api/v1/users"],
  ["requests.otherMethods", "PROPFIND of each path"],
  ["requests.trailingSlash", `${users}/`],
  ["requests.letterCase", "GET /api/v1/Users"],
  ["requests.doubledSlash", "GET /api/v1//users"],
  ["requests.unknownParameters", `${users}?orgkitNoSuchParameter=1`],
  ["requests.emptyParameters", `${users} with an empty page, size, sort field or filter`],
  ["requests.repeatedParameters", `${users} with page 1 and page 2 at once, and each by itself`],
  ["requests.tooSmall", `${users} with a page and a size of 0 and of -1`],
  ["requests.hugePosition", `${users} with a page of 20 digits`],
  ["requests", `${create} with bodies of other types, and with empty ones`],
  ["responses", `${users}, and of its pages`],
  ["limits.rate", "responses with headers of a rate limit"],
  ["limits.bodyBytes", `${create} with bodies around the maximum size`],
  ["errors", "requests that fail in several ways"],
];

/** What to record for a key that recorded traffic did not show. */
function whatToRecord(key: string): string {
  const [area, list = "", name = ""] = key.split(".");
  if (area === "paging")
    return `${list === "users" ? users : invoices} with ${own(ofPaging, name) ?? "page 2, and with another page size"}`;
  const request = shownBy.find(([start]) => key.startsWith(start))?.[1];
  const ofSuccess = area === "statuses" ? own(places, name) : undefined;
  return ofSuccess ?? request ?? phraseOf(key).subject.replace(/ gets$/, "");
}
