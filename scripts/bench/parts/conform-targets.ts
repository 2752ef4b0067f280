import { writeFileSync } from "node:fs";
import { z } from "zod";
import { controlPath } from "../servers/orgkit.ts";

const sandboxSchema = z.object({ id: z.string(), token: z.string(), subscriptionIds: z.array(z.string()) });

const otherVariable = "BENCH_TOKEN_OTHER";

/** Targets that are one mock, each in a sandbox of its own. */
export interface MockTargets {
  /** Of the variables that hold their tokens. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * Opens a sandbox for each target and writes the file that names them all.
 * @param url the base URL of a mock
 * @param otherToken of an account that is in none of them
 */
export async function openTargets(url: string, otherToken: string, count: number, file: string): Promise<MockTargets> {
  const sandboxes = await Promise.all(Array.from({ length: count }, () => openSandbox(url)));
  const entries = sandboxes.map(({ subscriptionIds }, index) => [
    `target-${index + 1}`,
    {
      baseUrl: url,
      token: variable(index),
      tokenB: otherVariable,
      dialect: "reference",
      subscriptionId: subscriptionIds.slice(0, 2),
    },
  ]);
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ targets: Object.fromEntries(entries) }));
  return {
    environment: {
      [otherVariable]: otherToken,
      ...Object.fromEntries(sandboxes.map(({ token }, index) => [variable(index), token])),
    },
    close: async () => {
      for (const { id } of sandboxes) await fetch(`${url}${controlPath}/sandboxes/${id}`, { method: "DELETE" });
    },
  };
}

function variable(index: number): string {
  return `BENCH_TOKEN_${index + 1}`;
}

async function openSandbox(url: string): Promise<z.infer<typeof sandboxSchema>> {
  const reply = await fetch(`${url}${controlPath}/sandboxes`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  if (!reply.ok) throw new Error(`a sandbox was answered with ${reply.status}`);
  return sandboxSchema.parse(await reply.json());
}
