import { expect, test } from "vitest";
import type { Outgoing } from "../target/transport.ts";
import { Service, stageOn } from "./service.fixture.ts";

/** Refuses the valid token from some request on. */
class ExpiringService extends Service {
  until = Infinity;

  override async send(outgoing: Outgoing) {
    const sent = await super.send(outgoing);
    const { response } = sent.exchange;
    if (response === undefined || this.requests.length <= this.until) return sent;
    return { ...sent, exchange: { ...sent.exchange, response: { ...response, status: 401, body: "{}" } } };
  }
}

test("what the log shows has the marks of requests from which nothing follows, before another is sent", async () => {
  const service = new ExpiringService();
  const stage = stageOn(service);
  await stage.ask({ operation: "listUsers" });
  service.until = service.requests.length;
  await stage.ask({ operation: "listUsers" });
  expect(stage.log.some(({ isLost }) => isLost)).toBe(true);
  expect(stage.facts.exchanges("listUsers", "first")).toStrictEqual(
    stage.log.filter(({ operation }) => operation === "listUsers"),
  );
});
