import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

/** Only Node 22 and later is served, which resolves as `node16` of an ES module, and bundlers. */
const notServed: ReadonlySet<string> = new Set(["node10", "node16-cjs"]);

/** What publint and "are the types wrong" find in a packed file, a line each; nothing where it is well made. */
export async function packageFaults(file: string): Promise<readonly string[]> {
  const bytes = new Uint8Array(readFileSync(file));
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  const types = await checkPackage(createPackageFromTarballData(bytes), { excludeEntrypoints: ["contract.yaml"] });
  const faults = messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`);
  if (types.types === false) return [...faults, "types: there are none"];
  const problems = types.problems.filter(
    (problem) => !("resolutionKind" in problem && notServed.has(problem.resolutionKind)),
  );
  return [...faults, ...problems.map((problem) => `types: ${JSON.stringify(problem)}`)];
}
