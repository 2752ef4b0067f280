import { createServer, type RequestListener } from "node:http";
import { expect } from "@playwright/test";
import { textsIn } from "../conformance/suite/texts-in.fixture.ts";
import { listen } from "../fixtures/network/listen.fixture.ts";
import { encodings, findEncodings } from "../fixtures/secrets/encodings.fixture.ts";
import { test } from "./cli.fixture.ts";

const token = "Nq7-RrVd2kLw9sBf5Gx3J";
const second = "Zk4_8tHc1WmQe6YpUo0Db";
const key = "c4N4ry-K3y88f1c2Xq0Zr";
let total = 1;

/** A text, and all texts in it if it is JSON, unescaped. */
function parts(text: string): readonly string[] {
  const texts = [text];
  try {
    JSON.parse(text, (name, value: unknown) => void texts.push(name, typeof value === "string" ? value : ""));
  } catch {
    // Not JSON.
  }
  return texts;
}

/** The tests of the redactor have all encodings. */
const echoed = encodings.filter((_, index) => index % 8 === 0);

/** Echoes its input in several encodings: in header names and values, and in bodies of several kinds. */
const echo: RequestListener = ({ method, url = "", headers }, response) => {
  const { authorization = "", "x-api-key": own = "" } = headers;
  const parameter = new URL(url, "http://x").searchParams.get("access_token") ?? "";
  const sent = [authorization.replace(/^\w+ /, ""), String(own), parameter].filter((text) => text.length > 8);
  const echoes = sent.flatMap((text) => echoed.map((encode) => encode(text)));
  for (const [index, text] of echoes.entries()) {
    if (/^[\w.~+-]+$/.test(text)) response.appendHeader(`x-${text}`, "1");
    if (/^[\x20-\x7E\xA0-\xFF]+$/.test(text)) response.appendHeader(`x-echo-${index % 7}`, text);
  }
  if (method === "POST") total += 1;
  response.appendHeader("set-cookie", `sid=${token}`);
  if (authorization === `Bearer ${token}` || authorization === `Bearer ${second}`) {
    const record = { id: 1, name: "Ada", echoes, [token]: Object.fromEntries(echoes.map((text) => [text, text])) };
    response.end(JSON.stringify({ data: [record], meta: { page: "1", total } }));
    return;
  }
  response.statusCode = 401;
  if (!url.includes("invoices")) return void response.end(JSON.stringify({ error: echoes }));
  response.setHeader("content-type", "text/html");
  response.end(Buffer.from(`<p>${echoes.join("</p><p>")}</p>`, "utf16le"));
};

test("no output or file contains a token, in whatever form the target sends it back", async ({
  directory,
  orgkit,
  startProxy,
}) => {
  const server = createServer({ maxHeaderSize: 64 * 1024 }, echo);
  const { baseUrl: url, stop } = await listen(server);
  const tokens = { ORGKIT_TOKEN: token, ORGKIT_TOKEN_B: second, NODE_OPTIONS: "--max-http-header-size=262144" };
  const reach = ["-s", "1", "-H", `x-api-key: ${key}`];
  const ended = [
    await orgkit(["conform", url, "--out", "out", "--allow-writes", "--patience", "1", ...reach], tokens),
    await orgkit(["learn", url, "--out", "learned.yaml", "--world", "world.yaml", ...reach], tokens),
  ];
  expect(ended.map(({ code }) => code)).toEqual([1, 0]);
  const proxy = await startProxy([url, "--out", "proxied"], tokens);
  for (const path of ["users", "invoices", `users?access_token=${token}`, `users/${token}`]) {
    await fetch(`${proxy.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}`, "x-api-key": key } });
  }
  await fetch(`${proxy.url}/api/v1/invoices`, { headers: { authorization: `Basic ${btoa(`u:${token}`)}` } });
  await proxy.stop();
  await stop();

  const files = textsIn(directory);
  const texts = [...files, ...ended.flatMap(({ out, err }) => [out, err]), proxy.output()];
  expect(texts.some((text) => text.includes("$ORGKIT_HEADER_X_API_KEY"))).toBe(true);
  const all = [...new Set(texts.flatMap(parts))].join("\n");
  for (const secret of [token, second, key]) expect(findEncodings(all, secret)).toEqual([]);
});
