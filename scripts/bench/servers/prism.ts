import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Contender } from "./contender.ts";
import { benchData, createdPage, firstPage } from "./data.ts";
import { peerFile } from "./peers.ts";

function prismServer(name: string, way: string, flags: readonly string[]): Contender {
  return {
    name,
    way,
    token: benchData.token,
    users: "/api/v1/users",
    paging: ["page", "per_page"],
    warmUpSeconds: 3,
    launch: ({ folder, port }) => {
      const file = join(folder, "openapi.json");
      writeFileSync(file, JSON.stringify(openApi()));
      const args = ["mock", file, "--host", "127.0.0.1", "--port", String(port), ...flags];
      return { program: process.execPath, args: [peerFile("@stoplight/prism-cli", "dist/index.js"), ...args] };
    },
  };
}

/** Prism answers with the examples of an OpenAPI document. */
export const prism = prismServer("Prism 5.16", "the example of an OpenAPI document", ["--verboseLevel", "silent"]);

/** Prism as it is unless told otherwise: it writes about ten lines for each call. */
export const prismWithLog = prismServer("Prism 5.16, with its log", "as above; the log is on by default", []);

function openApi(): object {
  return {
    openapi: "3.1.0",
    info: { title: "Users", version: "v1" },
    security: [{ bearer: [] }],
    paths: {
      "/api/v1/users": {
        get: { parameters: ["page", "per_page"].map(queryInteger), responses: { 200: reply(firstPage()) } },
        post: {
          requestBody: { content: { "application/json": { schema: { type: "object" } } } },
          responses: { 201: reply(createdPage()) },
        },
      },
    },
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
  };
}

const user = {
  type: "object",
  required: ["id", "email", "name"],
  properties: {
    id: { type: "string" },
    email: { type: "string", format: "email" },
    name: { type: "string" },
    role: { enum: ["member", "admin", "billing"] },
    status: { enum: ["active", "invited", "suspended"] },
    createdAt: { type: "string", format: "date-time" },
    lastSeenAt: { type: ["string", "null"], format: "date-time" },
  },
};

const envelope = {
  type: "object",
  required: ["data", "meta"],
  properties: {
    data: { type: "array", items: user },
    meta: {
      type: "object",
      required: ["page", "total"],
      properties: { page: { type: "integer" }, total: { type: "integer" } },
    },
  },
};

function queryInteger(name: string): object {
  return { name, in: "query", schema: { type: "integer" } };
}

function reply(example: object): object {
  return { description: "An envelope", content: { "application/json": { schema: envelope, example } } };
}
