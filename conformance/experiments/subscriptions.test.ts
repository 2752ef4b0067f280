import { expect, test } from "vitest";
import { Judge } from "../judge/judge.ts";
import { Service, stageOn } from "../judge/service.fixture.ts";

async function conclude(service: Service, secondId: string): Promise<(name: string) => string | undefined> {
  const given = { allowWrites: false, secondIds: { subscription: [secondId] } };
  const conclusions = await new Judge(stageOn(service, given, {}, "other")).conclude();
  return (name) => {
    const { status, message } = conclusions.get(`${name} getSubscription`) ?? {};
    return status === "failed" ? message : status;
  };
}

test("an id of the second account returns a record to its own account", async () => {
  const found = await conclude(new Service(), "s-9");
  expect(["PATH-01", "SUB-01", "SUB-03"].map(found)).toStrictEqual(["passed", "passed", "passed"]);
});

test("an id that the second account does not know is a mistake of the caller", async () => {
  const wrong = await conclude(new Service(), "s-8");
  expect(wrong("PATH-01")).toBe("passed");
});

test("an id of the second account does not return the first account's record to the first", async () => {
  const found = await conclude(Object.assign(new Service(), { mixesUpIds: true }), "s-9");
  expect(found("SUB-03")).toBe('the id "s-9" of the second account returned the record of "s-1"');
});
