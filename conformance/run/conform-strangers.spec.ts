import { expect, test } from "@playwright/test";
import { startPrism } from "../strangers/prism.fixture.ts";
import { defaultTokens } from "../strangers/stranger.ts";
import { judgeOne } from "./conform.ts";

/** The rules that Prism, an independent implementation of our OpenAPI document, breaks: it takes any token and keeps no state. */
const broken = (reads: readonly string[]): readonly string[] =>
  ["AUTH-04", "AUTH-05"].flatMap((id) => reads.map((operation) => `${id} ${operation}`));

test("of Prism, what fails is that it takes any token and keeps no state", async () => {
  const { baseUrl, stop } = await startPrism();
  const judge = (subscription: readonly string[]) =>
    judgeOne({
      targets: [
        { target: { baseUrl, allowWrites: true, ids: { subscription: [...subscription] } }, secrets: defaultTokens },
      ],
      connection: { patience: 500 },
    });
  // The document's example holds no record, so a subscription said to be known is not there.
  const trials = [
    { ids: [], failing: [...broken(["listUsers", "listInvoices"]), "CREATE-01 createUser"] },
    {
      ids: ["any"],
      failing: [
        ...broken(["listUsers", "getSubscription", "listInvoices"]),
        "SUB-01 getSubscription",
        "CREATE-01 createUser",
      ],
    },
  ];
  for (const { ids, failing } of trials) {
    const { results, verdict } = await judge(ids);
    const found = (id: string, operation: string) =>
      results.find((result) => result.id === id && result.operation === operation)?.message;
    expect(verdict).toBe("non-conforming");
    const failed = results.filter(({ status }) => status === "failed");
    expect(failed.map(({ id, operation }) => `${id} ${operation}`)).toEqual(failing);
    expect(found("AUTH-05", "listUsers")).toContain("as is any token (see AUTH-04)");
    // No list would show what a refused creation created, so that no more than one is tried.
    expect(found("AUTH-04", "createUser")).toContain("a run creates at most 2 users");
    const envelope = results.filter(
      ({ id, reason }) => id.startsWith("ENV-") && (ids.length > 0 || reason === undefined),
    );
    expect(envelope.map(({ status }) => status)).toEqual(envelope.map(() => "passed"));
  }
  await stop();
});
