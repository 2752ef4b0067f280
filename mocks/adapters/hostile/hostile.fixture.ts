import { test as base } from "@playwright/test";
import { createSimulation } from "../../simulation/simulation.ts";
import { startServer, type ServerOptions } from "../http-server.ts";
import { rawCall, type RawOptions } from "./raw-call.fixture.ts";

export { expect } from "@playwright/test";

export const token = "aurora-token-4f7a91";

type OpenOptions = ServerOptions & { readonly dialect?: string; readonly hasControl?: boolean };

interface Fixtures {
  /** A mock on a free port, with its control API by default; closed after the test. */
  readonly open: (options?: OpenOptions) => Promise<HostileMock>;
}

export type HostileMock = Awaited<ReturnType<typeof openMock>>;

async function openMock({ dialect = "reference", hasControl = true, ...options }: OpenOptions) {
  const simulation = await createSimulation({ dialect });
  const control = hasControl ? { control: { version: "1.2.3" } } : {};
  const server = await startServer(simulation, { port: 0, ...control, ...options });
  return {
    server,
    simulation,
    /** Sends these bytes over a new connection. */
    raw: (bytes: string | Uint8Array, rawOptions?: RawOptions) => rawCall(server.url, bytes, rawOptions),
    /** Whether a valid request still gets the normal response. */
    isWell: async () => {
      const headers = { authorization: `Bearer ${token}` };
      const reply = await fetch(`${server.url}/api/v1/users?per_page=1`, { headers });
      return reply.status === 200 && (await reply.text()).startsWith('{"data":[{');
    },
  };
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern
  open: async ({}, use) => {
    const mocks: HostileMock[] = [];
    await use(async (options = {}) => {
      const mock = await openMock(options);
      mocks.push(mock);
      return mock;
    });
    for (const { server } of mocks) await server.close();
  },
});

/** A request as bytes, with a valid token; its other headers follow. */
export function wire(requestLine: string, headers: readonly string[] = [], body = ""): string {
  const lines = [`${requestLine} HTTP/1.1`, "host: 127.0.0.1", `authorization: Bearer ${token}`, ...headers];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

/** A creation as bytes. */
export function creation(body: string, headers: readonly string[] = []): string {
  const length = `content-length: ${Buffer.byteLength(body)}`;
  return wire("POST /api/v1/users", ["content-type: application/json", length, ...headers], body);
}
