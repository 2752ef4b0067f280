import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { followConnections, type Connections } from "../../mocks/faces/connections.ts";
import { hostName, isOwnHost } from "../../mocks/faces/control-guard.ts";
import { baseUrl, listen } from "../../mocks/faces/http-address.ts";
import { readTarget } from "../../mocks/faces/http-call.ts";
import { openHttpServer, usualPatience } from "../../mocks/faces/open-http-server.ts";
import { preflightHeaders } from "./proxy-headers.ts";
import { pass, type Passage } from "./proxy-pass.ts";

export interface ProxyServerOptions {
  readonly host: string;
  readonly port: number;
  /** Names it may be reached by, besides those of this machine. */
  readonly allowedHosts: readonly string[];
  readonly passage: Passage;
}

export interface RunningProxy {
  /** With the actual port and without a slash at its end. */
  readonly url: string;
  /** Takes no new calls and lets those in flight finish, for a few seconds. */
  close(): Promise<void>;
}

/**
 * Listens, and passes every call on to the one target.
 * @throws InputError where host and port cannot be had
 */
export async function startProxy({ host, port, allowedHosts, passage }: ProxyServerOptions): Promise<RunningProxy> {
  // A client may send its body as slowly as the target reads it.
  const server = openHttpServer({ ...usualPatience, requestMs: 0 });
  const connections = followConnections(server);
  const passing = new Set<Promise<void>>();
  let isClosing = false;
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (isClosing) response.setHeader("connection", "close");
    if (answerHere(request, response, allowedHosts)) return;
    const passed = pass(request, response, passage).finally(() => passing.delete(passed));
    passing.add(passed);
  });
  await listen(server, host, port);
  return {
    url: baseUrl(server, host),
    async close() {
      isClosing = true;
      await close(server, connections);
      await Promise.all(passing);
    },
  };
}

/** What never reaches the target. @returns whether it was answered */
function answerHere(request: IncomingMessage, response: ServerResponse, allowedHosts: readonly string[]): boolean {
  const { host = "", "access-control-request-method": asked } = request.headers;
  if (!isOwnHost(hostName(host), allowedHosts)) {
    const problem = `The Host "${host}" is none of this proxy's: reach it by 127.0.0.1 or localhost, or allow the name with --allowed-host.`;
    refuse(response, 403, problem);
  } else if (request.method === "OPTIONS" && asked !== undefined) {
    response.writeHead(204, preflightHeaders).end();
  } else if (climbs(readTarget(request.url ?? "/").path)) {
    refuse(response, 400, "The path leads out of the target's base URL.");
  } else return false;
  return true;
}

function refuse(response: ServerResponse, status: number, problem: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" }).end(`${problem}\n`);
}

/** Whether a path has a segment that leads upwards, also where it is encoded. */
function climbs(path: string): boolean {
  return !path.startsWith("/") || /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:$|[/\\]|%2f|%5c)/i.test(path);
}

function close(server: Server, connections: Connections): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), usualPatience.closingMs);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    connections.endIdle();
  });
}
