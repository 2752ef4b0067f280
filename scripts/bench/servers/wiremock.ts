import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Contender } from "./contender.ts";
import { benchData, createdPage, firstPage } from "./data.ts";
import { peerFile } from "./peers.ts";

/** WireMock answers with stubs. Its journal is off, since it is not bounded and would fill the memory. */
export const wiremock: Contender = {
  name: "WireMock 3.13",
  way: "the body of a stub that matches path and token; journal off",
  token: benchData.token,
  users: "/api/v1/users",
  paging: ["page", "per_page"],
  warmUpSeconds: 5,
  isParallel: true,
  launch: ({ folder, port }) => {
    const mappings = join(folder, "mappings");
    mkdirSync(mappings, { recursive: true });
    writeFileSync(join(mappings, "list.json"), JSON.stringify(stub("GET", 200, firstPage())));
    writeFileSync(join(mappings, "create.json"), JSON.stringify(stub("POST", 201, createdPage())));
    const jar = peerFile("wiremock", "build/wiremock-standalone-3.13.2.jar");
    const quiet = ["--disable-banner", "--disable-request-logging", "--no-request-journal"];
    const where = ["--bind-address", "127.0.0.1", "--port", String(port), "--root-dir", folder];
    return { program: "java", args: ["-jar", jar, ...where, ...quiet] };
  },
};

function stub(method: string, status: number, jsonBody: object): object {
  return {
    request: {
      method,
      urlPath: "/api/v1/users",
      headers: { Authorization: { equalTo: `Bearer ${benchData.token}` } },
    },
    response: { status, jsonBody, headers: { "Content-Type": "application/json" } },
  };
}
