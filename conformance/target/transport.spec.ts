import { createServer as createHttp2Server } from "node:http2";
import { createServer, type ServerOptions } from "node:https";
import { expect, test } from "@playwright/test";
import { createRedactor } from "../../fixtures/secrets/redactor.ts";
import { listen } from "../../fixtures/network/listen.fixture.ts";
import { PatientClient, type HttpClientOptions } from "./http-client.ts";
import { certificate } from "../../fixtures/network/certificate.fixture.ts";
import { withAdvice } from "./no-reply.ts";

const { cert, key } = certificate;

/** The status, or why there is none and what to do. */
async function ask(baseUrl: string, options: Partial<HttpClientOptions> = {}): Promise<string> {
  const client = new PatientClient({ redactor: createRedactor([]), insecure: true, ...options });
  const { exchange } = await client.send({ method: "GET", url: `${baseUrl}/x`, headers: {} });
  await client.close();
  return exchange.noReply === undefined ? String(exchange.response?.status) : withAdvice(exchange.noReply);
}

const demanding = { requestCert: true, rejectUnauthorized: true, ca: cert } satisfies ServerOptions;
const oldest = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } satisfies ServerOptions;

for (const [what, server, expected, options] of [
  ["demands a certificate in TLS 1.3", { ...demanding, minVersion: "TLSv1.3" }, "demands a client certificate"],
  ["demands a certificate in TLS 1.2", { ...demanding, maxVersion: "TLSv1.2" }, "demands a client certificate"],
  ["gets the certificate that it demands", demanding, "204", { cert, key }],
  ["speaks only TLS 1.1", oldest, "does not speak TLS 1.2 or 1.3"],
] satisfies readonly (readonly [string, ServerOptions, string, Partial<HttpClientOptions>?])[]) {
  test(`a target that ${what}`, async () => {
    const { baseUrl, stop } = await listen(
      createServer({ cert, key, ...server }, (_, response) => response.writeHead(204).end()),
      "https",
    );
    expect(await ask(baseUrl, options)).toContain(expected);
    await stop();
  });
}

test("a target that speaks only HTTP/2 without TLS", async () => {
  const { baseUrl, stop } = await listen(createHttp2Server((_, response) => void response.end()));
  expect(await ask(baseUrl)).toContain("speaks only HTTP/2 without TLS");
  await stop();
});
