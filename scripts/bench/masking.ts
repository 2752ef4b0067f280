import { randomBytes } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createRedactor } from "../../fixtures/secrets/redactor.ts";
import { startServer } from "../../mocks/adapters/http-server.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";

/** `npm run bench:masking`: is masking linear, and does a journal full of secrets keep other requests waiting? */
function measureCpu(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 1000);
}

const secrets = Array.from({ length: 10_000 }, () => ({ value: randomBytes(18).toString("base64url"), name: "$T" }));
const records = Array.from({ length: 23_000 }, (_, index) => {
  const { value } = secrets[index % secrets.length] ?? { value: "" };
  return { id: `user_${index}`, name: `Person ${index}`, token: value, text: randomBytes(90).toString("base64") };
});
for (const part of [4, 2, 1]) {
  const body = JSON.stringify(records.slice(0, records.length / part));
  const cpu = measureCpu(() => createRedactor(secrets).body(body));
  process.stdout.write(`${(body.length / 1e6).toFixed(1)} MB with 10,000 secrets: ${cpu} ms CPU\n`);
}

const simulation = await createSimulation();
const server = await startServer(simulation, { port: 0, control: { version: "bench" } });
const bodies = {
  "12,000 secrets": Array.from({ length: 12_000 }, (_, index) => `token=secretsecret${index}&a=b`).join("&"),
  "12,000 names": Array.from({ length: 12_000 }, (_, index) => `name${index}=value${index}&a=b`).join("&"),
};
for (const [name, body] of Object.entries(bodies)) {
  await fetch(`${server.url}/_orgkit/journal`, { method: "DELETE" });
  for (let sent = 0; sent < 1000; sent += 1)
    await (await fetch(`${server.url}/api/v1/users`, { method: "POST", body })).text();
  for (const path of ["journal?limit=1000", "journal.har"]) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const length = (await (await fetch(`${server.url}/_orgkit/${path}`)).text()).length;
    delay.disable();
    const ms = Math.round(delay.max / 1e6);
    const sent = `1,000 requests of ${(body.length / 1000).toFixed(0)} kB, ${name}`;
    process.stdout.write(`${path} after ${sent}, ${length} characters: others wait ${ms} ms at most\n`);
  }
}
await server.close();
