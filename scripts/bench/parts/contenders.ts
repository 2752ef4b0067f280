import { listCall, pageSize, type Contender } from "../servers/contender.ts";
import { bare, barePrecomputed } from "../servers/bare.ts";
import { benchData } from "../servers/data.ts";
import { orgkitMock } from "../servers/orgkit.ts";
import { startServer } from "../servers/start-server.ts";
import type { Section } from "../report/section.ts";
import type { Bench } from "./part.ts";

interface Conduct {
  /** What a token never issued is answered with. */
  readonly wrongToken: number;
  /** Whether another page has other users. */
  readonly cutsPages: boolean;
  /** Whether a created user is in the list. */
  readonly keepsUsers: boolean;
  readonly hasEnvelope: boolean;
  /** Of the first page. Bytes. */
  readonly size: number;
}

/** What each server really does for its speed, as it answers and not as it says. */
export async function contenders({ peers, say }: Bench): Promise<Section> {
  const found: [Contender, Conduct][] = [];
  for (const contender of [bare, barePrecomputed, orgkitMock(), ...peers]) {
    say(contender.name);
    found.push([contender, await observe(contender)]);
  }
  return {
    title: "What they do",
    method: "Each was asked for two pages, with a token never issued, and for a page after a creation.",
    tables: [
      {
        columns: ["server", "how it answers", "a wrong token", "pages", "a created user", "envelope", "bytes a page"],
        texts: ["how it answers", "a wrong token", "pages", "a created user", "envelope"],
        rows: found.map(([{ name, way }, conduct]) => [
          name,
          way,
          conduct.wrongToken === 200 ? "accepted" : `refused, ${conduct.wrongToken}`,
          conduct.cutsPages ? "cut" : "all the same",
          conduct.keepsUsers ? "is listed" : "is forgotten",
          conduct.hasEnvelope ? "yes" : "no",
          String(conduct.size),
        ]),
      },
    ],
    goals: [],
    data: Object.fromEntries(found.map(([{ name }, conduct]) => [name, conduct])),
  };
}

async function observe(contender: Contender): Promise<Conduct> {
  const server = await startServer(contender);
  const ask = async (page: number, token = contender.token): Promise<{ status: number; text: string }> => {
    const { path } = listCall(contender, page);
    const reply = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: reply.status, text: await reply.text() };
  };
  try {
    const first = await ask(1);
    const second = await ask(2);
    const wrong = await ask(1, "a-token-never-issued");
    const email = "conduct@bench.example";
    await create(server.port, contender, email);
    const afterwards = await ask(benchData.users.length / pageSize + 1);
    return {
      wrongToken: wrong.status,
      cutsPages: first.text !== second.text,
      keepsUsers: afterwards.text.includes(email),
      hasEnvelope: /^\s*\{\s*"data"/.test(first.text),
      size: Buffer.byteLength(first.text),
    };
  } finally {
    await server.stop();
  }
}

async function create(port: number, { users, token, name }: Contender, email: string): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${port}${users}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ email, name: "Load Test", role: "member" }),
  });
  if (!reply.ok) throw new Error(`${name} answered a creation with ${reply.status}`);
}
