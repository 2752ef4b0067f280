import { expect, test } from "@playwright/test";
import { z } from "zod";
import { openSandbox, type OpenSandbox } from "../sandbox-client.ts";

/**
 * 200 tests that would all break each other on one world: each creates the same users, counts them, and disturbs
 * its own calls. Run by sandboxes.spec.ts in 8 workers against one server.
 */
const mock = process.env["ORGKIT_MOCK"] ?? "";
const envelopeSchema = z.object({
  data: z.array(z.looseObject({ email: z.string() })),
  meta: z.object({ total: z.int() }),
});
const emails = ["one@sandbox.example", "two@sandbox.example", "three@sandbox.example"];

function call(sandbox: OpenSandbox, init: RequestInit = {}, query = ""): Promise<Response> {
  const headers = { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json" };
  return fetch(`${mock}/api/v1/users${query}`, { ...init, headers });
}

async function create(sandbox: OpenSandbox, email: string): Promise<number> {
  return (await call(sandbox, { method: "POST", body: JSON.stringify({ email, name: "Sandbox" }) })).status;
}

async function list(sandbox: OpenSandbox): Promise<z.infer<typeof envelopeSchema>> {
  return envelopeSchema.parse(await (await call(sandbox, {}, "?per_page=100")).json());
}

for (let index = 0; index < 200; index += 1) {
  test(`sandbox ${index}`, async () => {
    const sandbox = await openSandbox(mock, index % 2 === 0 ? {} : { account: "acct_brightwater" });
    const before = await list(sandbox);
    expect(before.meta.total).toBe(index % 2 === 0 ? 47 : 12);

    const own = [...emails.slice(0, (index % 3) + 1), `only-${index}@sandbox.example`];
    for (const email of own) expect(await create(sandbox, email)).toBe(201);
    expect(await create(sandbox, emails[0] ?? "")).toBe(409);
    const after = await list(sandbox);
    expect(after.data.map(({ email }) => email).slice(before.meta.total)).toStrictEqual(own);
    expect(await sandbox.verify({ operation: "createUser", status: 201 }, own.length)).toMatchObject({ ok: true });

    await sandbox.use("lost-response:on=createUser,times=1");
    await expect(create(sandbox, "lost@sandbox.example")).rejects.toThrow();
    expect((await list(sandbox)).meta.total).toBe(before.meta.total + own.length + 1);

    await sandbox.reset();
    expect(await list(sandbox)).toStrictEqual(before);
    await sandbox.close();
    expect((await call(sandbox)).status).toBe(401);
  });
}
