const all = "*::/api/v1/*";

/** The document leaves open which code a refusal has. */
const isRefusal = "pm.test('refused', function () { pm.expect(pm.response.code).to.be.within(300, 499); });";

function refused(name: string, security: object): object {
  return {
    name,
    overwrites: [{ overwriteRequestSecurity: security }],
    tests: { extendTests: [{ tests: [isRefusal] }] },
  };
}

/**
 * The configuration of Portman: its contract tests on each operation, but for those of the media type and of the time
 * a reply takes, which the document leaves open; and, as its documentation shows, variations that must be refused.
 */
export function portmanConfig(createBody: unknown, headers: Readonly<Record<string, string>>): object {
  const isOn = { enabled: true };
  const body: unknown = JSON.parse(JSON.stringify(createBody).replaceAll("{{unique}}", "{{$guid}}"));
  return {
    version: 1,
    tests: {
      contractTests: [{ openApiOperation: all, statusSuccess: isOn, jsonBody: isOn, schemaValidation: isOn }],
      variationTests: [
        {
          openApiOperation: all,
          openApiResponse: "401",
          variations: [
            refused("without a token", { noauth: [] }),
            refused("with a wrong token", { bearer: { token: "a-token-never-issued" } }),
          ],
        },
      ],
    },
    overwrites: [
      {
        openApiOperationId: "getSubscription",
        overwriteRequestPathVariables: [{ key: "id", value: "{{subscriptionId}}", overwrite: true }],
      },
      {
        openApiOperationId: "createUser",
        overwriteRequestBody: [{ key: ".", value: body, overwrite: true }],
      },
      {
        openApiOperation: all,
        overwriteRequestHeaders: Object.entries(headers).map(([key, value]) => ({ key, value, insert: true })),
      },
    ],
    globals: { securityOverwrites: { bearer: { token: "{{bearerToken}}" } }, stripResponseExamples: true },
  };
}
