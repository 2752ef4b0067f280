import { createMask } from "../conformance/proxy/mask.ts";
import { openJudge } from "../conformance/proxy/judge.ts";
import { judgingDocument } from "../conformance/proxy/judging-document.ts";
import { openPrism, type Prism } from "../conformance/proxy/prism.ts";
import { createTally, type Tally } from "../conformance/proxy/tally.ts";
import type { Side } from "../conformance/proxy/finding.ts";
import type { Dialect } from "../fixtures/dialect/dialect.ts";
import { createCaptures } from "./commands/proxy-capture.ts";
import { startProxy } from "./commands/proxy-server.ts";
import { openUpstream } from "./commands/proxy-upstream.ts";

const contract = judgingDocument();
let contractOnly: Promise<Prism> | undefined;

/** What a proxy of this process sees in front of a target, while a client uses it. */
export async function watch(
  baseUrl: string,
  dialect: Dialect | undefined,
  use: (url: string) => Promise<void>,
): Promise<Tally> {
  contractOnly ??= openPrism(contract);
  const own =
    dialect === undefined ? { prism: await contractOnly, document: contract } : { document: judgingDocument(dialect) };
  const tally = createTally(createMask(baseUrl));
  const judge = await openJudge({ baseUrl, dialect, sides: new Set(["request", "reply"]), ...own });
  const judging: Promise<unknown>[] = [];
  const upstream = openUpstream(baseUrl, { timeout: 15_000, insecure: true });
  const proxy = await startProxy({
    host: "127.0.0.1",
    port: 0,
    allowedHosts: [],
    allowedOrigins: [],
    passage: {
      upstream,
      capture: createCaptures(),
      onSeen: (seen) => void judging.push(judge(seen).then((judged) => tally.add(seen, judged))),
      onLost: (_, reason) => tally.lose(reason),
    },
  });
  try {
    await use(proxy.url);
  } finally {
    await proxy.close();
    await Promise.all(judging);
    await upstream.close();
  }
  return tally;
}

/** What one side broke: `ENV-04 listUsers`. */
export function rulesOf({ violations }: Tally, side: Side): readonly string[] {
  return violations.filter((violation) => violation.side === side).map(({ rule, operation }) => `${rule} ${operation}`);
}
