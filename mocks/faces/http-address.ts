import type { Server } from "node:http";
import { isIPv6, type AddressInfo } from "node:net";
import { InputError } from "../../fixtures/input-error.ts";

/** So many callers may come at one moment; of more, the system lets some wait for seconds. */
const backlog = 4096;

/** @throws InputError where host and port cannot be had */
export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(new InputError(`Address ${host}:${port}`, [{ at: `${host}:${port}`, problem: listenProblem(error) }]));
    });
    server.listen(port, host, backlog, resolve);
  });
}

function listenProblem(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case "EADDRINUSE":
      return "the port is taken by another program; choose another with --port, or --port 0 for any free one";
    case "EACCES":
      return "this user may not listen there; choose a port from 1024 with --port";
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "this machine has no such address; expected one of its own with --host, for instance 127.0.0.1";
    default:
      return error.message;
  }
}

/** The URL a server is reached by from this machine, with its actual port and without a slash at its end. */
export function baseUrl(server: Server, host: string): string {
  const address = server.address();
  const { port } = isAddressInfo(address) ? address : { port: 0 };
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}

function isAddressInfo(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}
