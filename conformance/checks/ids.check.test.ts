import { describe, expect, test } from "vitest";
import { nearIds } from "../places/ids.ts";
import type { Call } from "../target/call.ts";
import { findRequirement } from "./catalogue.ts";
import type { Outcome } from "./check.ts";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";

const missing: ScriptedResponse = { status: 404, text: "" };

/** Responds to ids, and lists invoices that refer to subscriptions, by account. */
function judge(
  id: string,
  reply: (asked: string, as: string) => ScriptedResponse,
  {
    ids = ["s-1", "s-2"],
    named = {},
    users = [],
  }: { ids?: string[]; named?: Readonly<Record<string, readonly string[]>>; users?: readonly object[] } = {},
): Promise<Outcome> | undefined {
  const answer = ({ operation, id: asked = ids[0] ?? "", path, as = "first" }: Call): ScriptedResponse => {
    if (operation === "listInvoices") {
      return envelope((named[as] ?? []).map((of, index) => ({ id: `${as}-${index}`, amount: 5, subscriptionId: of })));
    }
    if (operation === "listUsers") return envelope(users);
    return reply(path === undefined ? asked : decodeURIComponent(path.slice(path.lastIndexOf("/") + 1)), as);
  };
  return findRequirement(id)?.judge(scriptedSession({}, { answer, ids }), "getSubscription");
}

const records = (known: readonly string[], find = (asked: string): string | undefined => asked) => {
  return (asked: string): ScriptedResponse => {
    const found = known.find((id) => id === find(asked));
    return found === undefined ? missing : envelope([{ id: found, plan: "team" }]);
  };
};

describe("SUB-03: an id similar to a known one", () => {
  const uuid = "0b0e8f2a-5c3d-4d0b-9a52-6f0d8a1c2e31";
  const find = (known: string, isSame: (asked: string) => boolean) => (asked: string) =>
    isSame(asked) ? known : asked;

  test.each<[words: string, known: string, isSame: (asked: string) => boolean]>([
    ["in another letter case", "sub_Ab1", (asked) => asked.toLowerCase() === "sub_ab1"],
    ["cut at its end", "sub_Ab1", (asked) => asked !== "" && "sub_Ab1".startsWith(asked)],
    ["with a letter after it", "17", (asked) => Number.parseInt(asked, 10) === 17],
    ["with a space after it", "sub_Ab1", (asked) => asked.trimEnd() === "sub_Ab1"],
    ["with a plus sign after it", "sub_Ab1", (asked) => asked === "sub_Ab1+"],
    ["with a fraction", "17", (asked) => /^17(?:\.0)?$/.test(asked)],
    ["in hexadecimal", "17", (asked) => Number(asked) === 17],
    ["with another one after a comma", "sub_Ab1", (asked) => asked.split(",").includes("sub_Ab1")],
    ["percent-encoded twice", "sub_Ab1", (asked) => decodeURIComponent(asked.replace(/%$/, "")) === "sub_Ab1"],
    ["with its last character in brackets", "sub_Ab1", (asked) => asked.replaceAll(/[[\]]/g, "") === "sub_Ab1"],
    ["`*`", "sub_Ab1", (asked) => asked === "*" || asked === "sub_Ab1"],
    ["with SQL after it", "sub_Ab1", (asked) => asked === "sub_Ab1' AND '1'='1"],
    ["with SQL after the number", "17", (asked) => asked === "17 AND 1=1"],
    ["with NUL after it", "sub_Ab1", (asked) => asked.split("\0")[0] === "sub_Ab1"],
  ])("%s is different: %s", async (words, known, isSame) => {
    const ids = [known, "other"];
    expect(await judge("SUB-03", records(ids), { ids })).toMatchObject({ status: "passed" });
    const outcome = await judge("SUB-03", records(ids, find(known, isSame)), { ids });
    expect(outcome).toMatchObject({ status: "failed" });
    expect(outcome?.places?.find(({ place }) => place === `the known id ${words}`)).toMatchObject({ status: "failed" });
  });

  test("is another record if it has another id, and a UUID is the same in any letter case", async () => {
    const ids = ["17", "18"];
    expect(await judge("SUB-03", records([...ids, "1", "7"]), { ids })).toMatchObject({ status: "passed" });
    const anyCase = records([uuid], (asked) => asked.toLowerCase());
    expect(await judge("SUB-03", anyCase, { ids: [uuid] })).toMatchObject({ status: "passed" });
    expect(nearIds("01ARZ3NDEKTSV4RRFFQ69G5FAV", true).map(({ words }) => words)).not.toContain(
      "in another letter case",
    );
  });

  test.each([
    [true, "passed"],
    [false, "failed"],
  ])("after `..` is the known id if the server resolves every path: %s", async (isEveryPath, status) => {
    const resolve = (path: string): string => path.replace("x%2F..%2F", "");
    const answer = ({ operation, id, path }: Call): ScriptedResponse => {
      if (operation === "listUsers") return path === undefined || isEveryPath ? envelope([]) : missing;
      if (operation !== "getSubscription") return envelope([]);
      return records(["s-1", "s-2"])(resolve(path ?? encodeURIComponent(id ?? "s-1")));
    };
    const session = scriptedSession({}, { answer, ids: ["s-1", "s-2"] });
    expect(await findRequirement("SUB-03")?.judge(session, "getSubscription")).toMatchObject({ status });
  });

  test("does not return a record with another id, known or not", async () => {
    const ids = ["s-1", "s-2"];
    const fallback = (asked: string): ScriptedResponse => envelope([{ id: ids.includes(asked) ? asked : "s-7" }]);
    expect(await judge("SUB-03", fallback, { ids })).toMatchObject({ status: "failed" });
    const placeholder = (asked: string): ScriptedResponse => envelope([{ id: ids.includes(asked) ? asked : null }]);
    expect(await judge("SUB-03", placeholder, { ids })).toMatchObject({ status: "passed" });
    const echo = (asked: string): ScriptedResponse =>
      envelope([{ id: asked, plan: ids.includes(asked) ? "team" : null }]);
    expect(await judge("SUB-03", echo, { ids })).toMatchObject({ status: "passed" });
  });

  test("is requested directly after the known one: a cache may confuse them for a short time", async () => {
    const ids = ["Xy1", "Xy2"];
    let last: string | undefined;
    const forgetful = (asked: string): ScriptedResponse => {
      const isTaken = last !== undefined && asked !== last && asked.toLowerCase() === last.toLowerCase();
      const found = isTaken ? last : asked;
      if (ids.includes(asked)) last = asked;
      return records(ids)(found ?? asked);
    };
    expect(await judge("SUB-03", forgetful, { ids })).toMatchObject({ status: "failed" });
  });

  test("contains SQL only if that may be sent", () => {
    const words = nearIds("17", false).map((near) => near.words);
    expect(words).toContain("with an exponent");
    expect(words.join()).not.toContain("SQL");
  });

  test("is never the known one, nor empty", () => {
    for (const id of ["a", "17", uuid, "acme/2024 ü", "50%+1?#x"]) {
      expect(nearIds(id, true).map((near) => near.id)).not.toContain(id);
      expect(nearIds(id, true).map((near) => near.id)).not.toContain("");
    }
  });
});

test.each([
  ["another id of its form", "s-7", "failed"],
  ["the id in another letter case", "S-1", "passed"],
  ["an id of another form", "4711", "passed"],
])("SUB-02: beside a record with its own id, one with %s: %s, %s", async (_, shown, status) => {
  const find = (id: string): ScriptedResponse => envelope([{ id: id === "s-1" ? shown : id, plan: `plan of ${id}` }]);
  expect(await judge("SUB-02", find)).toMatchObject({ status });
});

describe("SUB-01 and SUB-02: ids in invoices", () => {
  const named = { first: ["s-1", "s-7"] };

  test("are requested, and may be gone", async () => {
    expect(await judge("SUB-01", records(["s-1", "s-2"]), { named })).toMatchObject({ status: "passed" });
    const empty = (asked: string): ScriptedResponse =>
      asked === "s-7" ? envelope([]) : records(["s-1", "s-2"])(asked);
    expect(await judge("SUB-01", empty, { named })).toMatchObject({ status: "passed" });
  });

  test("have details", async () => {
    const bare = await judge("SUB-01", () => envelope([{}]));
    expect(bare).toMatchObject({ status: "failed", message: "the record has no details (§1): {}" });
  });

  test("have a total of one", async () => {
    const joined = await judge("SUB-01", (asked) => envelope([{ id: asked }], 1, 3));
    expect(joined).toMatchObject({ status: "failed", message: expect.stringContaining("`meta.total` is 3") });
  });

  test("have one record each", async () => {
    const all = records(["s-1", "s-2", "s-7"]);
    const twice = (asked: string): ScriptedResponse =>
      asked === "s-7" ? envelope([{ id: 7 }, { id: 8 }]) : all(asked);
    expect(await judge("SUB-01", twice, { named })).toMatchObject({ status: "failed" });
    const first = records(["s-1", "s-2"], (asked) => (asked === "s-7" ? "s-1" : asked));
    expect(await judge("SUB-02", first, { named })).toMatchObject({
      status: "failed",
      message: '"s-1" and "s-7" return the same record',
    });
    expect(await judge("SUB-02", first, { ids: ["s-1"], named })).toMatchObject({ status: "failed" });
    const before = records(["s-0", "s-1"], (asked) => (asked === "s-2" ? "s-1" : "s-0"));
    expect(await judge("SUB-02", before)).toMatchObject({
      status: "failed",
      message: expect.stringContaining('"s-2" returned'),
    });
  });

  test("are found after similar ids, too: a cache may return the rejection of another one", async () => {
    const ids = ["Xy1", "Xy2"];
    const judgeCached = (isQueryKnown: boolean) => {
      const rejected = new Set<string>();
      const answer = ({ operation, id = "Xy1", path, query }: Call): ScriptedResponse => {
        if (operation !== "getSubscription") return envelope([]);
        const asked = path ?? id;
        const key = `${asked.toLowerCase()} ${isQueryKnown ? new URLSearchParams(query).toString() : ""}`;
        if (!ids.includes(asked)) rejected.add(key);
        return rejected.has(key) ? missing : envelope([{ id: asked }]);
      };
      return findRequirement("SUB-01")?.judge(scriptedSession({}, { answer, ids }), "getSubscription");
    };
    const outcome = await judgeCached(true);
    expect(outcome).toMatchObject({ status: "failed" });
    expect(outcome?.message).toContain("on the known id after similar ids");
    expect(await judgeCached(false)).toMatchObject({ status: "passed" });
  });

  test("are requested in turn: a variable may occasionally keep the previous one", async () => {
    const judgeStale = (isStale: (count: number) => boolean) => {
      let [count, before] = [0, "s-1"];
      const answer = ({ operation, id = "s-1", path, label = "" }: Call): ScriptedResponse => {
        if (operation !== "getSubscription" || path !== undefined) return envelope([]);
        count += label.startsWith("repeated") ? 1 : 0;
        const found = label.startsWith("repeated") && isStale(count) ? before : id;
        before = id;
        return records(["s-1", "s-2"])(found);
      };
      return findRequirement("SUB-02")?.judge(scriptedSession({}, { answer, ids: ["s-1", "s-2"] }), "getSubscription");
    };
    expect(await judgeStale(() => false)).toMatchObject({ status: "passed" });
    expect(await judgeStale((count) => count % 7 === 0)).toMatchObject({ status: "failed" });
  });

  test("may be different names of one subscription, if its record has both", async () => {
    const both = (asked: string): ScriptedResponse =>
      asked === "s-2" ? envelope([{ id: "s-2", number: "N-2" }]) : envelope([{ id: "s-1", number: "s-7" }]);
    expect(await judge("SUB-02", both, { named })).toMatchObject({ status: "passed" });
  });
});

describe("SCOPE-02", () => {
  const named = { first: ["s-1"], second: ["s-9", "s-1"] };
  const own = (asked: string, as: string): ScriptedResponse =>
    asked === "s-9" && as === "first" ? missing : records(["s-1", "s-2", "s-9"])(asked);

  test("an id of the other account returns no record, or another one", async () => {
    expect(await judge("SCOPE-02", own, { named })).toMatchObject({
      status: "observed",
      message: 'the first account\'s token gets 404 for subscription "s-9" of the second',
    });
    const another = (asked: string, as: string): ScriptedResponse =>
      asked === "s-9" && as === "first" ? envelope([{ id: "s-9", plan: "none" }]) : own(asked, as);
    expect(await judge("SCOPE-02", another, { named })).toMatchObject({
      message: 'the first account\'s token gets 200 for subscription "s-9" of the second',
    });
  });

  test("that account's record is observed, and never fails", async () => {
    expect(await judge("SCOPE-02", records(["s-1", "s-2", "s-9"]), { named })).toMatchObject({
      status: "observed",
      message:
        'the first account\'s token reads subscription "s-9" of the second; the document does not say whether it may',
    });
  });

  test("a random id, given as the first account's, is not returned to the other", async () => {
    const others = { first: ["x"], second: ["y"] };
    const judgeGiven = (id: string, isShown: boolean) => {
      const reply = (asked: string, as: string) => (isShown || as === "first" ? records([id])(asked) : missing);
      return judge("SCOPE-02", reply, { ids: [id], named: others });
    };
    expect(await judgeGiven("k9p34y6n", false)).toMatchObject({ message: expect.stringContaining("gets 404") });
    expect(await judgeGiven("k9p34y6n", true)).toMatchObject({
      message: expect.stringContaining("reads subscription"),
    });
    expect(await judgeGiven("1", true)).toMatchObject({ status: "skipped" });
  });

  test.each([
    ["no id is the other account's alone", { first: ["s-1"], second: ["s-1"] }],
    ["the first account has no invoices", { second: ["s-9"] }],
    ["the other account is not shown it either", { first: ["s-1"], second: ["s-8"] }],
  ])("nothing is judged if %s", async (_, given) => {
    const reply = records(["s-1", "s-2", "s-9"]);
    expect(await judge("SCOPE-02", reply, { named: given })).toMatchObject({ status: "skipped" });
  });
});
