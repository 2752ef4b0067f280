import { createServer } from "node:http";
import { expect, test } from "@playwright/test";
import { learn } from "../learn/learn.ts";
import { early, instead, odd, onText, redirect, type Departure, type Part } from "../test-servers/departures.ts";
import { listen } from "../../fixtures/network/listen.fixture.ts";
import type { Ask } from "../test-servers/service.ts";
import { optionsFor } from "../test-servers/independent-server.ts";
import { judgeTarget } from "./judge-target.ts";
import { readConformOptions } from "./conform.ts";

const always = (): boolean => true;

/** Ways to lead a client to another host. */
const twists: Readonly<Record<string, (elsewhere: string) => readonly Part[]>> = {
  "redirects every call": (url) => [early(always, () => redirect(`${url}/api`, 308))],
  "points elsewhere, and sends whom it rejects to a login or a proxy there": (url) => [
    instead(
      ({ status }) => status >= 400,
      (reply, { nth }) => ({
        ...reply,
        status: nth % 2 === 0 ? 307 : 407,
        headers: { ...reply.headers, location: `${url}/login`, "proxy-authenticate": "Basic" },
      }),
    ),
    instead(always, (reply) => ({
      ...reply,
      headers: {
        ...reply.headers,
        link: `<${url}/next>; rel="next", <${url}/style>; rel=preload`,
        location: `${url}/created/1`,
        "content-location": `${url}/users`,
        refresh: `0; url=${url}/refresh`,
        "alt-svc": `http/1.1="${url.replace("http://", "")}"; ma=3600`,
        "set-cookie": "session=treacherous; Path=/",
        "www-authenticate": `Bearer realm="x", authorization_uri="${url}/token"`,
      },
    })),
    onText((text) => text.replace(/^\{"data"/, `{"next":"${url}/n","links":{"next":{"href":"${url}/n"}},"data"`)),
  ],
};

for (const [name, twist] of Object.entries(twists)) {
  test(`of a target that ${name}, every check and learn send requests only to the target`, async () => {
    let elsewhere = 0;
    const other = await listen(createServer((_, response) => response.end(`{"n":${(elsewhere += 1)}}`)));
    const asked: Ask[] = [];
    const record: Departure = (ask, next) => {
      asked.push(ask);
      return next(ask);
    };
    const server = odd("treacherous", record, ...twist(other.baseUrl), { pathPrefix: "/tenant" });
    const running = await server.start();
    const options = optionsFor(server, running);
    const { target, connection } = await readConformOptions({ ...options, patience: 0.3 });
    const { checks, run } = await judgeTarget(target, { connection });
    const { baseUrl, token, ids, allowWrites } = options;
    const learned = await learn({ baseUrl, token, ids, allowWrites }).catch(String);
    await Promise.all([running.stop(), other.stop()]);

    expect(elsewhere).toBe(0);
    // Every request was below the path of the base URL.
    expect(asked.map(({ nth }) => nth)).toStrictEqual(asked.map((_, index) => index + 1));
    // Cookies are sent only instead of a token, to see that they are not accepted.
    expect(asked.filter(({ authorization, headers }) => authorization && headers["cookie"])).toStrictEqual([]);
    if (name === "redirects every call") {
      expect(run.problem).toContain("Every request is redirected");
      expect(learned).toContain("Every request is redirected");
    } else {
      expect(checks.filter(({ status }) => status === "failed")).toStrictEqual([]);
      expect(learned).toHaveProperty("dialect");
    }
  });
}
