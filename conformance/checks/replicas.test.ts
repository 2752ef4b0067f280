import { expect, test } from "vitest";
import type { Call } from "../target/call.ts";
import { waysOf } from "../places/way.ts";
import { people } from "./lists.fixture.ts";
import { lacksInTurn } from "./replicas.ts";
import { envelope, scriptedSession } from "./scripted-session.fixture.ts";

const all = people(30);

/** The list that each reading shows, by how many were before. */
type Shown = (nth: number) => readonly object[];

/** Judges a list, in pages of ten by default, after a run that read its plain page and the others. */
async function judge(shown: Shown): Promise<readonly string[]> {
  let nth = 0;
  let isKnown = false;
  const answer = ({ operation, query = {} }: Call) => {
    if (operation !== "listUsers") return envelope([]);
    if (isKnown) nth += 1;
    const [page, size] = [Number(query["page"] ?? 1), Math.min(Number(query["limit"] ?? 10), 50)];
    const rows = isKnown ? shown(nth) : all;
    return envelope(rows.slice((page - 1) * size, page * size), page, rows.length);
  };
  const session = scriptedSession({}, { answer });
  for (const page of ["1", "2", "3"]) await session.call({ operation: "listUsers", query: { page } });
  await waysOf(session, "listUsers");
  isKnown = true;
  for (let time = 1; time <= 12; time += 1) await session.call({ operation: "listUsers", label: `reading ${time}` });
  return (await lacksInTurn(session, "listUsers")).map(({ outcome }) => outcome.status);
}

test.each<readonly [string, Shown]>([
  ["every other reading", (nth) => (nth % 2 === 0 ? all.toSpliced(17, 1) : all)],
  ["two of three readings", (nth) => (nth % 3 === 0 ? all : all.toSpliced(17, 2))],
])("a list fails that lacks the same users in %s, beyond its first page", async (_, shown) => {
  expect(await judge(shown)).toEqual(["failed"]);
});

const another = (nth: number): object => ({ employeeNumber: 9000 + nth, mail: `n${nth}@x.example` });

test.each<readonly [string, Shown]>([
  ["nothing changes", () => all],
  ["others create users and remove them", (nth) => (nth % 2 === 0 ? [another(nth), ...all] : all)],
  ["others create users at the end and remove them", (nth) => (nth % 2 === 0 ? [...all, another(nth)] : all)],
  [
    "a replica lacks a user who was created in the run",
    (nth) => (nth % 2 === 0 && nth > 10 ? [...all, another(1)] : all),
  ],
  ["three users are removed", (nth) => all.slice([5, 9, 17].filter((at) => nth >= at).length)],
  ["users are removed one after another", (nth) => all.slice(Math.floor(nth / 4))],
])("a list does not fail if %s", async (_, shown) => {
  expect(await judge(shown)).toEqual([]);
});
