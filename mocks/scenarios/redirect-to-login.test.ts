import { describe, expect, test } from "vitest";
import { openTestCaller } from "../simulation/caller.fixture.ts";

describe("redirect-to-login", () => {
  test.each([
    ["redirect-to-login", {}, 302, "/login"],
    ["redirect-to-login:status=307,location=/api/login", {}, 307, "/api/login"],
    ["redirect-to-login", { auth: { login: "/sso?next=x" } }, 302, "/sso?next=x"],
  ])("%s in the dialect %j", async (scenario, dialect, status, location) => {
    const caller = await openTestCaller({ scenarios: [scenario], dialect });
    const reply = await caller.call();
    expect([reply.status, reply.headers["location"]]).toStrictEqual([status, location]);
    const [path = ""] = location.split("?");
    const page = await caller.call({ path, headers: { authorization: undefined } });
    expect([page.status, page.headers["content-type"]]).toStrictEqual([200, "text/html; charset=utf-8"]);
  });
});
