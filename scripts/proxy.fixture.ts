import { openJudge, judgingDocument } from "../conformance/proxy/judge.ts";
import type { Side } from "../conformance/proxy/finding.ts";
import { openPrism, type Prism } from "../conformance/proxy/prism.ts";
import type { ProxyReport } from "../conformance/proxy/proxy-report.ts";
import type { Dialect } from "../fixtures/dialect/dialect.ts";
import { startProxy } from "./proxy/proxy.ts";

let contractOnly: Promise<Prism> | undefined;

/** What a proxy of this process sees in front of a target, while a client uses it. */
export async function watch(
  baseUrl: string,
  dialect: Dialect | undefined,
  use: (url: string) => Promise<void>,
): Promise<ProxyReport> {
  contractOnly ??= openPrism(judgingDocument());
  const judge = await openJudge({ baseUrl, dialect, ...(dialect === undefined ? { prism: await contractOnly } : {}) });
  const proxy = await startProxy({
    baseUrl,
    judge,
    host: "127.0.0.1",
    port: 0,
    allowedHosts: [],
    allowedOrigins: [],
    timeout: 15_000,
    insecure: true,
  });
  const used = use(proxy.url);
  await used.catch(() => undefined);
  const report = await proxy.close("0", undefined);
  await used;
  return report;
}

/** What one side broke: `ENV-04 listUsers`. */
export function rulesOf({ violations }: ProxyReport, side: Side): readonly string[] {
  return violations.filter((violation) => violation.side === side).map(({ rule, operation }) => `${rule} ${operation}`);
}
