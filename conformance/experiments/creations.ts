import { setTimeout as sleep } from "node:timers/promises";
import { listOperationIds, readOperationIds } from "../../fixtures/contract/operations.ts";
import { goodBody, withFurtherLetters, withLastWrong, withUnknownField, withWrongTypes } from "../target/body.ts";
import type { Json } from "../../fixtures/values/json.ts";
import { fillTargetDialect } from "../target/dialect.ts";
import { isSuccess } from "../target/exchange.ts";
import { groupByMoment, listsAround, showsUser } from "../rules/created-users.ts";
import type { Facts } from "../log/facts.ts";
import { sendOnce, type Ask, type Experiment, type Explorer } from "../log/experiment.ts";
import { accounts, type AccountName, type Exchange, type Page, type Probe } from "../log/model.ts";
import { readUsers, narrowProbes } from "./walk.ts";

const operation = "createUser";

/** The first pause before a created user is looked for again; it doubles each time. */
const firstPause = 50;

/** Waits until the list shows the users of these creations and counts them, or for as long as the run is patient. */
async function awaitUsers(
  ask: Ask,
  facts: Facts,
  as: AccountName,
  created: readonly Exchange[],
  total: number | undefined,
): Promise<void> {
  const accepted = created.filter(isSuccess);
  let areShown = false;
  let latest = total;
  for (let pause = firstPause; ; pause *= 2) {
    // A cache may keep the list for longer than the pauses so far: what it fetches next, it returns to all.
    const [narrow] = pause > 4 * firstPause ? narrowProbes("listUsers", facts) : [];
    if (narrow !== undefined) await ask({ ...narrow, as });
    // A count that lags shows on the first page, and so does a list that has not changed yet.
    let isPart = false;
    const isUnchanged = (first: Page): boolean => pause > firstPause && first.total === latest;
    const pages = await readUsers(ask, facts, as, "after", (first) => (isPart = areShown || isUnchanged(first)));
    const text = pages.map(({ response }) => response?.body.toLowerCase() ?? "").join("\n");
    areShown ||= accepted.every(({ marker = "" }) => text.includes(marker.toLowerCase()));
    latest = readTotal(pages, facts);
    const areCounted = total !== undefined && (latest ?? 0) - total >= accepted.length;
    // Lists may not show what was sent.
    const isDone = areCounted && (areShown || pause > 4 * firstPause);
    const rest = isDone ? 0 : facts.takeRestOfPatience(pause);
    if (rest === 0) {
      if (isPart) await readUsers(ask, facts, as, "after");
      return;
    }
    await sleep(rest);
  }
}

function readTotal(pages: readonly Exchange[], facts: Facts): number | undefined {
  const [first] = pages;
  return first && facts.page(first)?.total;
}

const alone = "a creation";

/** A body that nobody can accept. */
const cutOff = '{"name":"Conformance {{unique}}","email":"{{unique}}@orgkit.example"';

function invalidCreation(content: string): Probe {
  return { operation, text: { type: "application/json", content }, place: { isInvalid: true } };
}

/** A body that nobody can accept, and then one creation alone. */
export function* exploreFirstCreation(facts: Facts): Explorer {
  yield invalidCreations("creations with a body that is cut off", [cutOff, cutOff]);
  yield {
    name: alone,
    isOnce: true,
    run: async (ask) => {
      const before = await readUsers(ask, facts, "first", "before");
      await readOthers(ask, facts, "before");
      const creation: Probe = { operation, headers: idempotencyKey(facts) };
      // One that is rejected is under way at the same time: they may share the account, or a connection.
      const rejected: Probe = { operation, as: "never-issued", place: { isConcurrent: true } };
      const [, sent] = await Promise.allSettled([ask(rejected), ask(creation)]);
      // A run that may create one user sends it alone.
      const created = sent.status === "fulfilled" ? sent.value : await ask(creation);
      // A cache may return the first response to the next creation. Where such bodies are accepted, this would be a user.
      if (isSuccess(created) && !facts.log.some((one) => one.place.isInvalid && isSuccess(one)))
        await ask(invalidCreation(cutOff));
      await readOthers(ask, facts, "after");
      await awaitUsers(ask, facts, "first", [created], readTotal(before, facts));
      await askForChanges(ask, before);
    },
  };
}

/** Reads what a creation of a user leaves as it is. */
async function readOthers(ask: Ask, facts: Facts, moment: "before" | "after"): Promise<void> {
  for (const other of readOperationIds) {
    if (other !== "listUsers" && facts.isTokenValidFor(other)) await ask({ operation: other, place: { moment } });
  }
}

/** Further creations, where the first was accepted: with bodies to reject, and of both accounts at once. */
export function* exploreCreations(facts: Facts): Explorer {
  const first = facts.experiment(alone).find((one) => one.marker !== undefined && isSuccess(one));
  if (first === undefined) return;
  const good = goodBody(facts.target);
  // With one wrong field, what a service stores before it has looked at all of them shows.
  const bodies = [{}, withWrongTypes(good), withLastWrong(good)].map((body) => JSON.stringify(body));
  yield invalidCreations("creations with an empty object and with wrong types", bodies);
  // A check of the dialect reads what became of an unknown field.
  const declared = fillTargetDialect(facts.target)?.createUser.unknownFields;
  const unknown = withUnknownField(facts.target);
  if (declared === "reject") yield sendOnce("a creation with an unknown field", { operation, body: unknown });
  yield concurrentCreations(facts, declared === undefined || declared === "reject" ? good : unknown);
}

function idempotencyKey({ runId }: Facts): Readonly<Record<string, string>> {
  return { "idempotency-key": `${runId}-1` };
}

/** Creations that should be rejected for their bodies, with the list of users after each; not after one is accepted. */
function invalidCreations(name: string, bodies: readonly string[]): Experiment {
  return {
    name,
    isOnce: true,
    run: async (ask) => {
      await ask({ operation: "listUsers", place: { moment: "before" } });
      await ask({ operation: "listUsers", place: { moment: "before" } });
      for (const body of bodies) {
        const sent = await ask(invalidCreation(body));
        await ask({ operation: "listUsers", place: { moment: "after" } });
        if (isSuccess(sent)) return;
      }
    },
  };
}

/** Asks for the list of users only if it has changed since an earlier response. */
async function askForChanges(ask: Ask, [before]: readonly Exchange[]): Promise<void> {
  const etag = before?.response?.headers["etag"];
  if (before === undefined || etag === undefined) return;
  const headers = { "if-none-match": etag };
  await ask({ ...before.probe, headers, place: { header: "the ETag of an earlier list", moment: "after" } });
}

/** Two creations of the first account, one with letters beyond ASCII, and one of the second at the same time. */
function concurrentCreations(facts: Facts, last: Json): Experiment {
  return {
    name: "creations of both accounts at once",
    isOnce: true,
    run: async (ask) => {
      const other = facts.hasSecond && facts.isTokenValidFor("listUsers", "second");
      const before = await readUsers(ask, facts, "first", "before");
      const theirs = other ? await readUsers(ask, facts, "second", "before") : [];
      const body = withFurtherLetters(goodBody(facts.target));
      const place = { isConcurrent: true } as const;
      // Where a run may create fewer users, the last are left out.
      const creations = [
        ask({ operation, body, place }),
        ...(other ? [ask({ operation, as: "second", headers: idempotencyKey(facts), place })] : []),
        ask({ operation, body: last, place }),
      ];
      const accepted = (await Promise.allSettled(creations)).flatMap((one) =>
        one.status === "fulfilled" ? [one.value] : [],
      );
      for (const list of listOperationIds) {
        if (list !== "listUsers" && other && facts.isTokenValidFor(list, "second"))
          await ask({ operation: list, as: "second", place: { moment: "after" } });
      }
      const ofFirst = accepted.filter(({ as }) => as === "first");
      await awaitUsers(ask, facts, "first", ofFirst, readTotal(before, facts));
      if (other)
        await awaitUsers(
          ask,
          facts,
          "second",
          accepted.filter(({ as }) => as === "second"),
          readTotal(theirs, facts),
        );
    },
  };
}

/** How long the end of a run waits at least; twice as long for users that are not listed where others are. */
const endPause = 1000;

/** How long after the first creation its user is looked for again: it may be removed after a while. */
const lasting = 3000;

/** Milliseconds without a request, until the first user is old enough. */
function measureEndPause({ log, createdMarkers, listedMarkers }: Facts): number {
  const first = log.find(({ marker }) => marker !== undefined && createdMarkers.has(marker));
  const isMissing = listedMarkers.size > 0 && [...createdMarkers].some((marker) => !listedMarkers.has(marker));
  return Math.max(
    isMissing ? 2 * endPause : endPause,
    lasting - ((log.at(-1)?.receivedAt ?? 0) - (first?.receivedAt ?? 0)),
  );
}

/** All lists after a while without requests: they are there, and new users stay. */
export function* exploreEnd(facts: Facts): Explorer {
  if (facts.createdMarkers.size === 0) return;
  const pause = measureEndPause(facts);
  const connection = "new";
  const isPatient = facts.takePatience(pause);
  yield {
    name: "all lists after a pause",
    run: async (ask) => {
      if (isPatient) await sleep(pause);
      for (const list of listOperationIds.filter((one) => facts.isTokenValidFor(one))) {
        const plain = { operation: list, connection } as const;
        // Whatever fails after a pause fails for the first request, which must be one that succeeds.
        const theirs = facts.isTokenValidFor(list, "second") ? await ask({ ...plain, as: "second" }) : undefined;
        // A cache that knows nothing yet may return the first response to all.
        const [narrow] = narrowProbes(list, facts);
        if (narrow !== undefined) await ask({ ...narrow, connection });
        const ours = await ask(plain);
        // Others may have removed records; a list that was empty for a while has them again.
        for (const [as, shown] of [
          ["first", ours],
          ["second", theirs],
        ] as const) {
          if (shown === undefined) continue;
          const [before = 0, after = 0] = [facts.firstPage(list, as), facts.page(shown)].map((page) => page?.total);
          if (after < before) await ask({ ...plain, as });
        }
      }
    },
  };
  const turns = [
    { as: "first", name: "the users of the first account at the end" },
    { as: "second", name: "the users of the second account at the end" },
    // Replicas may take turns.
    { as: "first", name: "the users of the first account at the end, again" },
  ] as const;
  for (const { as, name } of turns.filter((one) => facts.isTokenValidFor("listUsers", one.as)))
    yield { name, run: async (ask) => void (await readUsers(ask, facts, as, "end")) };
}

/** As many readings in a row see most copies of a list, where each request may get another one. */
const readingsOfCopies = 4;

/** Where copies of a list differ: reads it until they agree on the created users, or for as long as the run is patient. */
export function* exploreCopies(facts: Facts): Explorer {
  for (const as of accounts.filter((one) => hasLostUsers(facts, one))) {
    for (let pause = endPause; ; pause *= 2) {
      const rest = facts.takeRestOfPatience(pause);
      for (let nth = 1; nth <= readingsOfCopies; nth += 1) {
        yield {
          name: `the users of the ${as} account ${pause / endPause} pauses after the end, ${nth}`,
          run: async (ask) => {
            if (nth === 1) await sleep(rest);
            await readUsers(ask, facts, as, "end");
          },
        };
      }
      const last = readCreated(facts, as).slice(-readingsOfCopies);
      const doAgree = new Set(last.map(({ shown }) => [...shown].toSorted().join())).size === 1;
      if (doAgree || rest === 0) break;
    }
  }
}

/** Whether a reading lacks a user of this run, although it has a page that had the user before. */
function hasLostUsers(facts: Facts, as: AccountName): boolean {
  const pagesOf = new Map<string, Set<string>>();
  for (const { shown, pages } of readCreated(facts, as)) {
    for (const [marker, known] of pagesOf) {
      if (!shown.has(marker) && pages.some(({ url }) => known.has(url))) return true;
    }
    for (const { url, markers } of pages) {
      for (const marker of markers) pagesOf.set(marker, (pagesOf.get(marker) ?? new Set()).add(url));
    }
  }
  return false;
}

/** The readings of an account's users around creations: which users of this run they show, and on which pages. */
function readCreated({ log, createdMarkers }: Facts, as: AccountName) {
  const lists = listsAround(as, log).filter(({ place }) => place.header === undefined);
  return groupByMoment(lists).map((reading) => {
    const pages = reading.map((list) => ({
      url: list.request.url,
      markers: [...createdMarkers].filter((marker) => showsUser(list, marker)),
    }));
    return { pages, shown: new Set(pages.flatMap(({ markers }) => markers)) };
  });
}
