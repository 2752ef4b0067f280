import { describe, expect, test } from "vitest";
import { corsHeaders } from "./cors.ts";
import { envelopeOf, successReply } from "./envelope.ts";

describe("envelopeOf", () => {
  test.each([
    [[], { data: [], meta: { page: 1, total: 0 } }],
    [[{ id: "a" }], { data: [{ id: "a" }], meta: { page: 1, total: 1 } }],
  ])("%j is %j", (records, envelope) => {
    expect(envelopeOf(records)).toStrictEqual(envelope);
  });
});

describe("successReply", () => {
  test("is the envelope as JSON, with the status, the headers and the reason", () => {
    expect(successReply("createUser", 201, envelopeOf([{ id: 7, name: "Zoë" }]), { location: "/7" })).toStrictEqual({
      status: 201,
      headers: { "content-type": "application/json; charset=utf-8", ...corsHeaders, location: "/7" },
      body: '{"data":[{"id":7,"name":"Zoë"}],"meta":{"page":1,"total":1}}',
      why: { operation: "createUser", rule: "statuses.success.createUser" },
    });
  });
});
