import { createServer } from "node:http";
import { expect, test } from "@playwright/test";
import { learn } from "../learn/learn.ts";
import { early, instead, odd, onText, redirect, type Departure, type Part } from "../test-servers/departures.ts";
import { listen } from "../test-servers/serve.ts";
import type { Ask } from "../test-servers/service.ts";
import { optionsFor, type Running } from "../test-servers/independent-server.ts";
import { judgeTarget } from "./judge-target.ts";
import { readTarget } from "./read-conform-options.ts";

const always = (): boolean => true;

/** Changes rejections. */
const rejecting = (status: number, headers: Readonly<Record<string, string>>): Departure =>
  instead(
    (reply) => reply.status >= 400,
    (reply) => ({ ...reply, status, headers }),
  );

/** Ways to redirect a client. */
const twists: Readonly<Record<string, (elsewhere: string) => readonly Part[]>> = {
  "redirects whom it rejects": (elsewhere) => [rejecting(307, { location: `${elsewhere}/login` })],
  "redirects every call": (elsewhere) => [early(always, () => redirect(`${elsewhere}/api`, 308))],
  "asks for a proxy": (elsewhere) => [rejecting(407, { "proxy-authenticate": "Basic", location: elsewhere })],
  "points elsewhere": (elsewhere) => [
    instead(always, (reply) => ({
      ...reply,
      headers: {
        ...reply.headers,
        link: `<${elsewhere}/next>; rel="next", <${elsewhere}/style>; rel=preload`,
        location: `${elsewhere}/created/1`,
        "content-location": `${elsewhere}/users`,
        refresh: `0; url=${elsewhere}/refresh`,
        "alt-svc": `http/1.1="${elsewhere.replace("http://", "")}"; ma=3600`,
        "set-cookie": "session=treacherous; Path=/",
        "www-authenticate": `Bearer realm="x", authorization_uri="${elsewhere}/token"`,
      },
    })),
    onText((text) =>
      text.replace(
        /^\{"data":\[/,
        `{"next":"${elsewhere}/next","links":{"next":{"href":"${elsewhere}/n"}},"$schema":"${elsewhere}/s","data":[`,
      ),
    ),
  ],
};

for (const [name, twist] of Object.entries(twists)) {
  test(`of a target that ${name}, every check and learn send requests only to the target`, async () => {
    let elsewhere = 0;
    const other = await listen(createServer((_, response) => response.end(`{"n":${(elsewhere += 1)}}`)));
    const asked: Ask[] = [];
    const recording: Departure = (ask, next) => {
      asked.push(ask);
      return next(ask);
    };
    const server = odd("treacherous", recording, ...twist(other.baseUrl), { pathPrefix: "/tenant" });
    const running: Running = await server.start();
    const options = optionsFor(server, running);
    const { secondToken: _, dialect: __, ...known } = options;
    const { findings, run } = await judgeTarget(await readTarget(options), { connection: { patience: 300 } });
    const learned = await learn(known).catch((error: unknown) => String(error));
    await Promise.all([running.stop(), other.stop()]);

    expect(elsewhere).toBe(0);
    // Every request was below the path of the base URL.
    expect(asked.map(({ nth }) => nth)).toStrictEqual(asked.map((___, index) => index + 1));
    // Cookies are sent only instead of a token, to see that they are not accepted.
    const isBoth = ({ authorization, headers }: Ask): boolean =>
      authorization !== undefined && headers["cookie"] !== undefined;
    expect(asked.filter(isBoth)).toStrictEqual([]);
    if (name === "redirects every call") {
      expect(run.problem).toContain("Every request is redirected");
      expect(learned).toContain("Every request is redirected");
    } else {
      expect(findings.filter(({ status }) => status === "failed")).toStrictEqual([]);
      expect(learned).toHaveProperty("dialect");
    }
  });
}
