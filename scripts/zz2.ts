import fc from "fast-check";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { obligations, obligationName } from "../fixtures/contract/catalogue.ts";
import { judge } from "../conformance/checks/judge.ts";
import { openSession } from "../conformance/target/session.ts";
import { targetSchema } from "../conformance/target/target.ts";
import { arbitraryDialect } from "../conformance/mutants/random-dialect.ts";
import { serve } from "../conformance/mutants/serve.ts";
const levels = process.argv[2] === "all" ? (["stated", "implied", "declared", "observed"] as const) : (["stated", "implied", "observed"] as const);
const seed = Number(process.argv[4] ?? 1);
let bad = 0, most = 0, created = 0;
const n = Number(process.argv[3] ?? 50);
const skips = new Map<string, number>();
for (const [index, dialect] of fc.sample(arbitraryDialect(), { numRuns: n, seed }).entries())
  for (const isDeclared of [true, false]) {
    const world = ["demo", "edge", "empty", "crowd:60"][index % 4] ?? "demo";
    const { target, server } = await serve({ name: "x", dialect, world, isDeclared });
    const session = openSession({ target: targetSchema.parse(target.target), secrets: { headers: {}, ...target.secrets }, connection: { timeout: 5000, insecure: false, patience: 300 }, runId: "orgkitabcdef", recordFile: join(mkdtempSync(join(tmpdir(), "zz-")), "x") });
    for (const operation of ["listUsers", "getSubscription", "listInvoices"] as const) await session.call({ operation });
    const out: string[] = [];
    for (const o of obligations(levels)) {
      const r = await judge(session, o);
      if (r.status === "failed" || r.status === "inconclusive") out.push(`   ${obligationName(o)} ${r.status}: ${r.message}`);
      if (r.status === "skipped" && isDeclared && world !== "empty" && o.requirement.level === "declared") skips.set(`${obligationName(o)}: ${r.message.replace(/\d+/g, "N").slice(0, 90)}`, (skips.get(`${obligationName(o)}: ${r.message.replace(/\d+/g, "N").slice(0, 90)}`) ?? 0) + 1);
    }
    most = Math.max(most, session.entries.reduce((s, e) => s + e.requests, 0));
    created = Math.max(created, session.entries.filter((e) => e.exchange.request.method === "POST" && (e.exchange.response?.status ?? 0) < 300).length);
    if (out.length > 0) { bad += 1; console.log("✗", index, world, isDeclared, "\n" + out.join("\n")); if (bad < 4) console.log(JSON.stringify({ ...dialect, records: undefined })); }
    await session.close();
    await server.close();
  }
console.log(n, "dialects", bad, "bad; most requests", most, "created", created);
if (process.argv[5] === "skips") console.log([...skips].sort((a, b) => b[1] - a[1]).slice(0, 40).map(([k, v]) => `${v} ${k}`).join("\n"));
