import { expect, test } from "vitest";
import { Mask } from "./mask.ts";
import { baseUrl, exampleTraffic } from "./exchange.fixture.ts";

const token = "Nq7RrVd2kLw9sBf5Gx3J";

test("tokens, cookies, keys and passwords are masked, and nothing else, also in later exchanges and messages", () => {
  const seen = exampleTraffic({
    query: `page=1&access_token=${token}&api_key=k-1`,
    requestHeaders: {
      authorization: `Bearer ${token}`,
      cookie: "sid=0123456789abcdef; theme=dark",
      "x-api-key": "k-other",
      accept: "application/json",
    },
    requestBody: JSON.stringify({ email: "ada@x.example", password: "hunter2", pin_token: 77_123 }),
    response: {
      status: 401,
      headers: { "set-cookie": "sid=fresh-session", "www-authenticate": `Bearer realm="${token}"` },
      body: JSON.stringify({ message: `unknown token ${token}`, session: "abc" }),
      ms: 1,
    },
  });
  const mask = new Mask();
  mask.learn(seen);
  const { request, response } = mask.exchange(seen);
  expect(request).toStrictEqual({
    method: "GET",
    url: `${baseUrl}/api/v1/users?page=1&access_token=$TOKEN&api_key=(hidden)`,
    headers: {
      authorization: "Bearer $TOKEN",
      cookie: "(hidden)",
      "x-api-key": "(hidden)",
      accept: "application/json",
    },
    body: '{"email":"ada@x.example","password":"(hidden)","pin_token":"(hidden)"}',
  });
  expect(response?.headers["www-authenticate"]).toBe('Bearer realm="$TOKEN"');
  expect(JSON.stringify(response)).not.toMatch(new RegExp(`${token}|fresh-session|abc`));
  const later = exampleTraffic({ requestHeaders: {}, path: `/api/v1/users/${token}`, json: [token] });
  expect(JSON.stringify(mask.exchange(later))).not.toContain(token);
  expect(mask.text(`the string "${token}"`)).toBe('the string "$TOKEN"');
  expect(mask.url(`/api/v1/users/${token}`)).toBe("/api/v1/users/$TOKEN");
});
