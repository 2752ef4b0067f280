import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { obligations, obligationName } from "../fixtures/contract/catalogue.ts";
import { judge } from "../conformance/checks/judge.ts";
import { openSession } from "../conformance/target/session.ts";
import { targetSchema } from "../conformance/target/target.ts";
import { mutants } from "../conformance/mutants/mutants.ts";
import { serveMutant } from "../conformance/mutants/serve.ts";
const levels = process.argv[2] === "all" ? (["stated", "implied", "declared"] as const) : (["stated", "implied"] as const);
let bad = 0;
for (const mutant of mutants.filter((m) => m.id.includes(process.argv[3] ?? ""))) {
  const { target, server } = await serveMutant(mutant);
  const session = openSession({ target: targetSchema.parse(target.target), secrets: { headers: {}, ...target.secrets }, connection: { timeout: 5000, insecure: false, patience: 300 }, runId: "orgkitabcdef", recordFile: join(mkdtempSync(join(tmpdir(), "zz-")), "x") });
  for (const operation of ["listUsers", "getSubscription", "listInvoices"] as const) await session.call({ operation });
  const failed: string[] = [];
  const why = new Map<string, string>();
  for (const o of obligations(levels)) {
    const r = await judge(session, o);
    if (r.status === "failed") failed.push(obligationName(o));
    why.set(obligationName(o), `${r.status}: ${r.message}`);
  }
  const named = [...mutant.breaks, ...(mutant.collateral ?? [])].filter((n) => levels.length === 3 || !n.startsWith("DECL"));
  const missed = named.filter((n) => !failed.includes(n)), surplus = failed.filter((n) => !named.includes(n));
  if (missed.length + surplus.length > 0) {
    bad += 1;
    console.log("✗", mutant.id);
    for (const n of missed) console.log("    missed", n, why.get(n));
    for (const n of surplus) console.log("    surplus", n, why.get(n));
  }
  await session.close();
  await server.close();
}
console.log(mutants.length, "mutants", bad, "bad");
