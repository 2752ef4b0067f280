import { isList, readOperationIds, operations, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { counted } from "../../fixtures/counted.ts";
import { listWalks } from "../places/list-walks.ts";
import { servedIn } from "../places/places.ts";
import { confirmed, hasWrongTotal, kindsIn, lastOf, type Trail } from "../places/trails.ts";
import { heldIn, type Held } from "../places/walk.ts";
import type { Success } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { onSuccess } from "./authorized.ts";
import { failed, inconclusive, lacking, passed, skipped, type Outcome } from "./check.ts";
import { brokenViews, otherTotals, shorterWithHeaders, shortLists, shortPages, type List } from "./contradictions.ts";
import { overPlaces, type AtPlace } from "./everywhere.ts";
import { emptyOnce, findAlternating, keepsFilter } from "./over-time.ts";
import { evidenceOf } from "./paging.check.ts";
import { confirm, pageAt } from "./readings.ts";
import { lacksInTurn } from "./replicas.ts";
import type { Requirement } from "./requirement.ts";

export const totalCount: Requirement = {
  id: "TOTAL-01",
  level: "stated",
  sections: ["2"],
  operations: readOperationIds,
  since: 2,
  rule: "the complete list has exactly `meta.total` records, every page shows the same total, and the total of a subscription does not depend on other requests",
  quote: "| meta.total | integer | Total count of records |",
  why: "§2 describes `meta.total` as the total count of records: reading the list to the end yields that many, whichever page shows the number. A total that changes because others add records is not a failure.",
  good: 'page 1: {"data":[{"id":"a"},{"id":"b"}],"meta":{"page":1,"total":3}}; page 2: {"data":[{"id":"c"}],"meta":{"page":2,"total":3}}',
  bad: 'page 1: {"data":[{"id":"a"},{"id":"b"}],"meta":{"page":1,"total":5}}; page 2: {"data":[{"id":"c"}],"meta":{"page":2,"total":5}}, and no more',
  fix: "Count with the same conditions that select the list: the account of the token, the filters, and what is hidden or deleted. Do not count the page or the whole table.",
  // On every response of the run.
  order: "last",
  judge: (session, operation) =>
    onSuccess(session, operation, async (sample) => {
      if (isList(operation)) return judgeTotal(session, operation, sample);
      const { total } = heldIn(sample) ?? {};
      if (total === undefined) return skipped("`meta.total` is not a count (see ENV-05)", sample);
      await servedIn(session, operation);
      return overPlaces(passed(`\`meta.total\` is ${total}`, sample), await findAlternating(session, operation, false));
    }),
};

async function judgeTotal(session: Session, operation: ListOperationId, sample: Success): Promise<Outcome> {
  const plain = pageAt({ operation }, sample);
  if (plain === undefined) return skipped("the list could not be parsed (see ENV-02, ENV-05)", sample);
  const walks = await listWalks(session, operation);
  const own =
    walks.trails.length === 0 ? judgeWhole(operation, plain.held, sample) : judgeTrails(operation, walks.trails);
  const isOpen = own.status === "passed" || own.status === "skipped";
  const list: List = { session, operation, walks, served: await servedIn(session, operation), plain };
  // Other lists belong to ENV-07 and PAGE-01.
  const isCounted = isOpen && plain.held.records.length <= plain.held.total;
  const isProven = walks.trails.every((trail) => lastOf(trail).problems.length === 0);
  const hasNoProblem = walks.trails.every(({ readings }) => readings.every(({ problems }) => problems.length === 0));
  const suspicions = [
    ...(isCounted ? await otherTotals(list, hasNoProblem) : []),
    ...(await shortLists(list)),
    ...(isOpen && isProven ? await shortPages(list) : []),
    ...(isOpen ? shorterWithHeaders(list) : []),
    ...(isCounted && hasNoProblem ? brokenViews(list) : []),
  ];
  const shown = await Promise.all(suspicions.map((one) => confirm(session, one)));
  return overPlaces(own, [
    ...shown.flat(),
    ...(await keepsFilter(session, operation)),
    ...(await inTurn(session, operation)),
  ]);
}

/** The readings of a list at different times; closer, if nothing is found otherwise. */
async function inTurn(session: Session, operation: ListOperationId): Promise<readonly AtPlace[]> {
  const alternating = await findAlternating(session, operation, true);
  const found = alternating.length > 0 ? alternating : await emptyOnce(session, operation);
  return found.length > 0 ? found : lacksInTurn(session, operation);
}

/** Judges a list without other known pages. */
function judgeWhole(operation: ListOperationId, { records, total }: Held, sample: Success): Outcome {
  const found = counted(records.length, operations[operation].record);
  if (records.length === total) return passed(`${found} in total, as \`meta.total\` says`, sample);
  if (records.length > total)
    return skipped(`\`meta.total\` is less than the number of records in \`data\` (see ENV-07)`, sample);
  const reason = `${found} of ${total} were returned, paging is not declared (--dialect), and nothing leads to another page`;
  return lacking(new Unavailable(reason, "dialect"));
}

/** Judges a list by the walks through it. */
function judgeTrails(operation: ListOperationId, trails: readonly Trail[]): Outcome {
  const settled = trails.flatMap((trail) => confirmed(trail)?.slice(1) ?? []);
  for (const reading of settled) {
    const problem = reading.problems.find(({ kind }) => kind === "total" || kind === "past");
    if (problem !== undefined) return failed(problem.text, ...evidenceOf(reading));
  }
  const isOneList = settled.every(({ problems }) => problems.every(({ kind }) => kind === "number"));
  for (const reading of settled.filter(hasWrongTotal)) {
    if (!isOneList && !reading.isSole)
      return skipped("the pages are not one list (see PAGE-01)", ...evidenceOf(reading));
    const found = `the list has ${counted(reading.count, operations[operation].record)}`;
    return failed(`${found}, and \`meta.total\` is ${reading.walk.pages[0]?.held?.total}`, ...evidenceOf(reading));
  }
  const lasts = trails.map(lastOf);
  const whole = lasts.find(({ walk }) => walk.isWhole);
  const cut = settled.find(({ problems }) => problems.some(({ kind }) => kind === "lost"));
  if (whole === undefined && cut !== undefined)
    return failed(cut.problems.find(({ kind }) => kind === "lost")?.text ?? "", ...evidenceOf(cut));
  // Of several walks with the same problems, not all are repeated.
  const known = new Set(settled.flatMap(kindsIn));
  const moved = lasts.find((last) => !settled.includes(last) && kindsIn(last).some((kind) => !known.has(kind)));
  if (moved !== undefined) {
    return inconclusive(
      "the list changed every time its pages were read: other clients are writing",
      ...evidenceOf(moved),
    );
  }
  if (whole !== undefined) {
    const found = counted(whole.count, operations[operation].record);
    return passed(`${found} on all pages, as \`meta.total\` says`, ...evidenceOf(whole));
  }
  return skipped(`the list is too long to read completely (${lasts[0]?.count ?? 0})`);
}
