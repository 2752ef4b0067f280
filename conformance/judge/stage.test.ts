import { describe, expect, test } from "vitest";
import { TargetJudge } from "./target-judge.ts";
import type { Outgoing } from "../target/http-client.ts";
import { usualRequests } from "../target/target.ts";
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
      await new TargetJudge(stageOn(service, {}, { maxCreated })).conclude();
      expect(service.users.length - before).toBeLessThanOrEqual(maxCreated);
      expect(service.users.length - before).toBeGreaterThan(0);
    }
  });
});

test("without writes, only safe methods are sent", async () => {
  const service = new Service();
  await new TargetJudge(stageOn(service, { allowWrites: false })).conclude();
  expect(new Set(service.requests.map(({ method }) => method))).toStrictEqual(new Set(["GET", "HEAD", "OPTIONS"]));
});

test("a run with fewer requests leaves out the least telling ones of each topic, and says so", async () => {
  const service = new Service();
  const stage = stageOn(service, { allowWrites: false }, { maxRequests: 100 });
  const conclusions = await new TargetJudge(stage).conclude();
  expect(service.requests.length).toBeLessThanOrEqual(100);
  expect(stage.leftOut).toContain("more experiments");
  for (const name of ["PATH-01 listUsers", "AUTH-02 listUsers", "AUTH-04 listInvoices", "AUTH-11 listUsers"]) {
    expect(conclusions.get(name)?.status, name).toBe("passed");
  }
});

test("a target that stops responding ends the run, with the request that came last", async () => {
  const service = new Service();
  service.lifetime = 50;
  const stage = stageOn(service);
  await new TargetJudge(stage).conclude();
  expect(stage.stoppedAfter?.number).toBe(51);
  // The one that looks whether it still responds comes after three without a response, some of them sent at once.
  expect(service.requests.length).toBeLessThan(60);
});

describe("a target that dies at a request", () => {
  const fatal = (outgoing: Outgoing): boolean => outgoing.headers["authorization"] === "Bearer constructor";
  const judge = async (
    service: Service,
  ): Promise<readonly [status: string | undefined, message: string | undefined]> => {
    const conclusions = await new TargetJudge(stageOn(service, { allowWrites: false }, { patience: 1000 })).conclude();
    const { status, message } = conclusions.get("PATH-01 listUsers") ?? {};
    return [status, message];
  };

  test("and again when it is back, fails PATH-01", async () => {
    const [status, message] = await judge(Object.assign(new Service(), { isFatal: fatal, downtime: 100 }));
    expect(status).toBe("failed");
    expect(message).toContain("GET /api/v1/users with `constructor` instead of the token ended the service");
  });

  test("but not again, or that stays dead, does not", async () => {
    let deaths = 0;
    const once = (outgoing: Outgoing): boolean => fatal(outgoing) && (deaths += 1) === 1;
    expect((await judge(Object.assign(new Service(), { isFatal: once, downtime: 100 })))[0]).not.toBe("failed");
    expect((await judge(Object.assign(new Service(), { isFatal: fatal })))[0]).not.toBe("failed");
  });
});

test("a creation that gets 429 is sent again, and its check is not lost", async () => {
  let creations = 0;
  const isLimited = ({ method }: Outgoing): boolean => method === "POST" && (creations += 1) % 3 !== 0;
  const stage = stageOn(Object.assign(new Service(), { isLimited }));
  const conclusions = await new TargetJudge(stage).conclude();
  for (const id of ["PATH-01", "AUTH-02", "AUTH-07", "CREATE-01", "CREATE-02"]) {
    expect(conclusions.get(`${id} createUser`)?.status, id).toBe("passed");
  }
});

test("requests that a rate limit asked to send again do not cost checks, and are limited", async () => {
  const [usual, resent, manyMore] = await Promise.all(
    [0, 1, 5].map(async (again) => {
      const stage = stageOn(Object.assign(new Service(), { resent: again }), { allowWrites: false });
      await new TargetJudge(stage).conclude();
      return { probes: stage.log.length, requests: stage.requests };
    }),
  );
  expect(resent?.probes).toBe(usual?.probes);
  expect(manyMore?.requests).toBeLessThanOrEqual(2.5 * usualRequests + 50);
});
