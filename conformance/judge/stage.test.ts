import { describe, expect, test } from "vitest";
import { Judge } from "./judge.ts";
import type { Outgoing } from "../target/transport.ts";
import { Service, stageOn } from "./service.fixture.ts";

describe("a run creates no more users than it may", () => {
  test.each<[what: string, service: Partial<Pick<Service, "creationStatus" | "storesRejected">>]>([
    ["follows the document", {}],
    ["stores what it rejects", { storesRejected: true }],
    ["stores every creation and responds that it failed", { storesRejected: true, creationStatus: 500 }],
    ["stores every creation and rejects its token", { storesRejected: true, creationStatus: 401 }],
  ])("on a service that %s", async (_, behavior) => {
    for (const maxCreated of [1, 4]) {
      const service = Object.assign(new Service(), behavior);
      const before = service.users.length;
      await new Judge(stageOn(service, {}, { maxCreated })).conclude();
      expect(service.users.length - before).toBeLessThanOrEqual(maxCreated);
      expect(service.users.length - before).toBeGreaterThan(0);
    }
  });
});

test("without permission to write, a target gets only methods that read, whatever an experiment asks for", async () => {
  const service = new Service();
  const stage = stageOn(service, { allowWrites: false });
  await stage.play({ name: "creates", run: async (ask) => void (await ask({ operation: "createUser" })) });
  await new Judge(stage).conclude();
  expect(new Set(service.requests.map(({ method }) => method))).toStrictEqual(new Set(["GET", "HEAD", "OPTIONS"]));
});

test("users that another run of orgkit creates meanwhile are not its own", async () => {
  const others = ["orgkitaaaaaa-00000001", "orgkitaaaaaa-00000002", "orgkitaaaaaa-00000003"];
  const service = new Service();
  service.isLimited = ({ method, headers }) => {
    const name = method === "POST" && headers["authorization"] === undefined ? others.pop() : undefined;
    if (name !== undefined) service.users.push({ id: service.users.length + 1, name });
    return false;
  };
  const conclusions = await new Judge(stageOn(service)).conclude();
  expect(others).toStrictEqual([]);
  expect(conclusions.get("PATH-01 createUser")?.status).toBe("passed");
});

test("a run with fewer requests leaves out the least telling ones of each topic, and says so", async () => {
  const service = new Service();
  const stage = stageOn(service, { allowWrites: false }, { maxRequests: 100 });
  const conclusions = await new Judge(stage).conclude();
  // A failure is played again, with requests of its own.
  const failures = [...conclusions].filter(([, { status }]) => status === "failed");
  expect(failures.map(([name, { message }]) => `${name}: ${message}`)).toStrictEqual([]);
  expect(service.requests.length).toBeLessThanOrEqual(100);
  expect(stage.leftOut).toContain("more experiments");
  for (const name of ["PATH-01 listUsers", "AUTH-02 listUsers", "AUTH-04 listInvoices", "AUTH-11 listUsers"]) {
    expect(conclusions.get(name)?.status, name).toBe("passed");
  }
});

test("a target that dies at a request once does not fail", async () => {
  let deaths = 0;
  const isFatal = ({ headers }: Outgoing): boolean =>
    headers["authorization"] === "Bearer constructor" && (deaths += 1) === 1;
  const service = Object.assign(new Service(), { isFatal, downtime: 100 });
  const stage = stageOn(service, { allowWrites: false }, { patience: 1 });
  const conclusions = await new Judge(stage).conclude();
  expect(deaths).toBeGreaterThan(1);
  expect(conclusions.get("PATH-01 listUsers")?.status).not.toBe("failed");
});

test("a creation that gets 429 is sent again, and its check is not lost", async () => {
  let creations = 0;
  const isLimited = ({ method }: Outgoing): boolean => method === "POST" && (creations += 1) % 3 !== 0;
  const stage = stageOn(Object.assign(new Service(), { isLimited }));
  const conclusions = await new Judge(stage).conclude();
  for (const id of ["PATH-01", "AUTH-02", "AUTH-07", "CREATE-01", "CREATE-02"]) {
    expect(conclusions.get(`${id} createUser`)?.status, id).toBe("passed");
  }
});

test("requests that a rate limit asked to send again do not cost checks", async () => {
  const [usual, resent] = await Promise.all(
    [0, 1].map(async (again) => {
      const stage = stageOn(Object.assign(new Service(), { resent: again }), { allowWrites: false });
      await new Judge(stage).conclude();
      return stage.log.length;
    }),
  );
  expect(resent).toBe(usual);
});

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
