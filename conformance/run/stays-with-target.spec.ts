import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { startServer } from "../../mocks/faces/http-server.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { judgeTarget } from "./judge-target.ts";
import { learnFrom } from "../learn/learn-from.ts";
import { listen } from "../strangers/serve.ts";
import { connectionSchema } from "../target/connection.ts";
import { openSession } from "../target/open-session.ts";
import { targetSchema } from "../target/target.ts";

const tokens = { first: "aurora-token-4f7a91", second: "brightwater-token-c83d20" };
const ids = { subscription: ["sub_k9p34y6n", "sub_3wd25rq4"] };

/** A request, as a server saw it. */
interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** A reply of the mock, and how a treacherous target passes it on. */
interface Passed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
type Twist = (reply: Passed, elsewhere: string) => Passed;

const pointers = (elsewhere: string): Readonly<Record<string, string>> => ({
  link: `<${elsewhere}/next>; rel="next", <${elsewhere}/style>; rel=preload`,
  location: `${elsewhere}/created/1`,
  "content-location": `${elsewhere}/users`,
  refresh: `0; url=${elsewhere}/refresh`,
  "alt-svc": `http/1.1="${elsewhere.replace("http://", "")}"; ma=3600`,
  "set-cookie": "session=treacherous; Path=/",
  "www-authenticate": `Bearer realm="x", authorization_uri="${elsewhere}/token"`,
});

/** Ways to lead a caller away. */
const twists: Readonly<Record<string, Twist>> = {
  "redirects-whom-it-refuses": (reply, elsewhere) =>
    reply.status < 400 ? reply : { ...reply, status: 307, headers: { location: `${elsewhere}/login` } },
  "redirects-every-call": (_, elsewhere) => ({ status: 308, headers: { location: `${elsewhere}/api` }, body: "" }),
  "asks-for-a-proxy": (reply, elsewhere) =>
    reply.status < 400
      ? reply
      : { ...reply, status: 407, headers: { "proxy-authenticate": "Basic", location: elsewhere } },
  "points-elsewhere": (reply, elsewhere) => ({
    ...reply,
    headers: { ...reply.headers, ...pointers(elsewhere) },
    body: reply.body.replace(
      /^\{"data":\[/,
      `{"next":"${elsewhere}/next","links":{"next":{"href":"${elsewhere}/n"}},"$schema":"${elsewhere}/s","data":[`,
    ),
  }),
};

/** A server that answers nothing but keeps what it was asked. */
async function openElsewhere(): Promise<{ readonly url: string; readonly asked: readonly Asked[] } & Closing> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    asked.push(askedOf(request));
    response.end("{}");
  });
  const { baseUrl, stop } = await listen(server);
  return { url: baseUrl, asked, stop };
}

interface Closing {
  readonly stop: () => Promise<void>;
}

function askedOf({ method = "", url = "", headers }: IncomingMessage): Asked {
  return { method, url, headers };
}

/** A target that passes calls to a mock, and twists its replies. */
async function openTreacherous(
  twist: Twist,
  elsewhere: string,
): Promise<{ readonly baseUrl: string; readonly asked: readonly Asked[] } & Closing> {
  const mock = await startServer(await createSimulation(), { port: 0 });
  const asked: Asked[] = [];
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    asked.push(askedOf(request));
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { authorization, "content-type": type } = request.headers;
    const reply = await fetch(mock.url + (request.url ?? "").replace(/^\/tenant/, ""), {
      method: request.method ?? "GET",
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(type === undefined ? {} : { "content-type": type }),
      },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const { "content-length": _, ...headers } = Object.fromEntries(reply.headers);
    const passed = twist({ status: reply.status, headers, body: await reply.text() }, elsewhere);
    response.writeHead(passed.status, passed.headers).end(passed.body);
  };
  const { baseUrl, stop } = await listen(
    createServer((request, response) => void pass(request, response)),
    "http",
    "/tenant",
  );
  return { baseUrl, asked, stop: async () => void (await Promise.all([stop(), mock.close()])) };
}

/** Whatever a target says, it alone is asked, below its base URL, and gets no cookie back. */
function expectLoyal(asked: readonly Asked[], elsewhere: readonly Asked[]): void {
  expect(elsewhere).toStrictEqual([]);
  expect(asked).not.toHaveLength(0);
  expect(asked.filter(({ url }) => !url.startsWith("/tenant/"))).toStrictEqual([]);
  expect(asked.filter(({ headers }) => headers.cookie !== undefined)).toStrictEqual([]);
}

for (const [name, twist] of Object.entries(twists)) {
  test(`every check asks the target and nobody else, of one that ${name.replaceAll("-", " ")}`, async () => {
    const elsewhere = await openElsewhere();
    const { baseUrl, asked, stop } = await openTreacherous(twist, elsewhere.url);
    const target = { target: { baseUrl, ids, allowWrites: true }, secrets: tokens };
    const { findings, facts } = await judgeTarget(target, { connection: { patience: 300 } });
    expectLoyal(asked, elsewhere.asked);
    if (name === "redirects-every-call") expect(facts.problem).toContain("Every call is redirected");
    else expect(findings.filter(({ status }) => status === "failed")).toStrictEqual([]);
    await Promise.all([stop(), elsewhere.stop()]);
  });
}

test("learn asks the target and nobody else, wherever it points", async () => {
  const elsewhere = await openElsewhere();
  const folder = mkdtempSync(join(tmpdir(), "orgkit-loyal-"));
  for (const name of ["redirects-whom-it-refuses", "points-elsewhere"]) {
    const twist = twists[name];
    if (twist === undefined) throw new Error(`there is no twist ${name}`);
    const { baseUrl, asked, stop } = await openTreacherous(twist, elsewhere.url);
    const session = openSession({
      target: targetSchema.parse({ baseUrl, ids, allowWrites: true }),
      secrets: { ...tokens, headers: {} },
      connection: connectionSchema.parse({ patience: 200 }),
      runId: "orgkit1",
      recordFile: join(folder, `${name}.jsonl`),
    });
    expect(await learnFrom(session)).not.toHaveProperty("problem");
    await session.close();
    expectLoyal(asked, elsewhere.asked);
    await stop();
  }
  await elsewhere.stop();
  rmSync(folder, { recursive: true });
});
