import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Contender } from "./contender.ts";
import { benchData, createdPage, firstPage } from "./data.ts";
import { peerFile } from "./peers.ts";

/** Mockoon answers with what its environment file says, where a rule on the token holds. */
export const mockoon: Contender = {
  name: "Mockoon 9.9",
  way: "the body of a route, if a rule on the token holds; templates off",
  token: benchData.token,
  users: "/api/v1/users",
  paging: ["page", "per_page"],
  warmUpSeconds: 3,
  launch: ({ folder, port }) => {
    const file = join(folder, "environment.json");
    writeFileSync(file, JSON.stringify(environment(port)));
    const args = ["start", "--data", file, "--hostname", "127.0.0.1", "--disable-log-to-file", "--disable-admin-api"];
    return { program: process.execPath, args: [peerFile("@mockoon/cli", "bin/run.js"), ...args] };
  },
};

function environment(port: number): object {
  return {
    uuid: "00000000-0000-4000-8000-000000000000",
    lastMigration: 33,
    name: "Users",
    endpointPrefix: "",
    latency: 0,
    port,
    hostname: "127.0.0.1",
    folders: [],
    routes: [route(1, "get", 200, firstPage()), route(2, "post", 201, createdPage())],
    rootChildren: [1, 2].map((number) => ({ type: "route", uuid: uuid(number) })),
    proxyMode: false,
    proxyHost: "",
    proxyRemovePrefix: false,
    tlsOptions: { enabled: false, type: "CERT", pfxPath: "", certPath: "", keyPath: "", caPath: "", passphrase: "" },
    cors: true,
    headers: [{ key: "Content-Type", value: "application/json" }],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    data: [],
    callbacks: [],
  };
}

function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

function route(number: number, method: string, status: number, body: object): object {
  const rule = { target: "header", modifier: "authorization", value: `Bearer ${benchData.token}`, operator: "equals" };
  return {
    uuid: uuid(number),
    type: "http",
    documentation: "",
    method,
    endpoint: "api/v1/users",
    responses: [
      response(number * 10 + 1, status, body, [{ ...rule, invert: false }]),
      { ...response(number * 10 + 2, 401, { error: "unauthorized" }, []), default: true },
    ],
    responseMode: null,
    streamingMode: null,
    streamingInterval: 0,
  };
}

function response(number: number, statusCode: number, body: object, rules: readonly object[]): object {
  return {
    uuid: uuid(number),
    body: JSON.stringify(body),
    latency: 0,
    statusCode,
    label: "",
    headers: [],
    bodyType: "INLINE",
    filePath: "",
    databucketID: "",
    sendFileAsBody: false,
    rules,
    rulesOperator: "AND",
    disableTemplating: true,
    fallbackTo404: false,
    default: false,
    crudKey: "id",
    callbacks: [],
  };
}
