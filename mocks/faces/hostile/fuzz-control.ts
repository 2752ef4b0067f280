import { z } from "zod";
import { loadDialect } from "../../../fixtures/dialect/load.ts";
import { contractText } from "../../../fixtures/interface/contract-text.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import { createControl } from "../../control/control.ts";
import type { ControlReply } from "../../control/route.ts";
import { createSandboxes } from "../../control/sandboxes.ts";
import type { Call } from "../../service/call.ts";
import { frozenClock } from "../../service/clock.ts";
import { createSimulation } from "../../simulation/simulation.ts";
import { anyControlRequest } from "./any-control-request.ts";
import { fuzzSequences, type FuzzOptions, type FuzzResult } from "./fuzzed.ts";

const problem = z.object({ status: z.int().min(400).max(499), detail: z.string().min(1) });

/** What is wrong with a reply of the control API, whatever was asked: `undefined` where nothing is. */
export function controlFault({ status, headers, body }: ControlReply): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (headers["content-type"] !== "application/problem+json") return `${status} of type ${headers["content-type"]}`;
  const { error, data } = problem.safeParse(JSON.parse(body));
  if (error !== undefined) return `${status} with no problem of the caller's: ${body}`;
  return data.status === status ? undefined : `${status} says it is ${data.status}`;
}

const listUsers: Call = {
  method: "GET",
  path: "/api/v1/users",
  query: "page=1",
  headers: { authorization: "Bearer aurora-token-4f7a91" },
  body: new Uint8Array(),
};
const createUser: Call = {
  ...listUsers,
  method: "POST",
  headers: { ...listUsers.headers, "content-type": "application/json" },
  body: new TextEncoder().encode('{"email":"after@fuzz.example","name":"After"}'),
};

/** Whatever the control API is asked, it does it or says what is wrong, and the simulation still answers calls. */
export async function fuzzControl(options: FuzzOptions): Promise<FuzzResult> {
  const clock = frozenClock(Date.UTC(2026, 2, 1));
  const simulation = await createSimulation({
    world: loadWorld("demo", 1),
    dialect: loadDialect("reference"),
    clock,
  });
  return fuzzSequences(
    anyControlRequest(simulation),
    async (requests) => {
      await simulation.reset();
      const about = { version: "1.2.3", url: () => "http://mock.example", contract: contractText };
      const control = createControl(simulation, createSandboxes(simulation, { capacity: 2, clock }), about);
      for (const request of requests) {
        const fault = controlFault(await control.answer(request));
        if (fault !== undefined) throw new Error(fault);
        for (const call of [listUsers, createUser]) JSON.stringify(await simulation.answer(call));
      }
      simulation.snapshot();
    },
    options,
  );
}
