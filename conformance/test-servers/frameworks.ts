import { metaOf } from "../../fixtures/contract/envelope.ts";
import { STATUS_CODES } from "node:http";
import { early, everywhere, instead, isFor, listing, odd, onGood, reshape, say } from "./departures.ts";
import { failure, members, pageOf, subscriptionIdOf, type Row } from "./service.ts";

const lists = ["listUsers", "listInvoices"] as const;

function sorted(rows: readonly Row[], field: string | null, isDown: boolean): readonly Row[] {
  if (field === null) return rows;
  const compare = (left: unknown, right: unknown): number =>
    typeof left === "number" && typeof right === "number" ? left - right : String(left) < String(right) ? -1 : 1;
  return rows.toSorted((left, right) => (isDown ? -1 : 1) * compare(left[field], right[field]));
}

/**
 * A service in the style of a Java framework: pages from 0 with `page` and `size`, `sort=mail,desc`, numbers as ids,
 * failures with a time and a path. A page that is not a number gets 500.
 */
export const springLike = odd(
  "spring-like",
  instead(
    ({ status }) => status >= 400,
    (reply, { path }) => {
      // It has no other code for an invalid body.
      const status = reply.status === 422 ? 400 : reply.status;
      const timestamp = new Date(Date.UTC(2026, 4, 1) + status * path.length * 977).toISOString();
      const challenge = reply.isRejection === true ? { "www-authenticate": "Bearer" } : {};
      return { ...reply, ...say(status, { timestamp, status, error: STATUS_CODES[status], path }, challenge) };
    },
  ),
  early(
    (ask) => isFor(ask, "getSubscription") && !/^\d+$/.test(subscriptionIdOf(ask)),
    () => failure(400, "", ""),
  ),
  onGood(everywhere, (reply) => ({
    ...reply,
    headers: {
      ...reply.headers,
      "ratelimit-limit": "500",
      "ratelimit-policy": "500;w=60",
      "ratelimit-remaining": "400",
      "ratelimit-reset": "31",
    },
  })),
  onGood("createUser", (reply) => ({
    ...reply,
    headers: { ...reply.headers, location: `/api/v1/users/${String(members(reply.envelope.data[0])["id"])}` },
  })),
  reshape(["createUser", "getSubscription"], ({ data }) => ({ data, meta: metaOf(0, 1) })),
  listing(lists, (rows, query) => {
    if (!/^\d*$/.test(query.get("page") ?? "")) return failure(500, "", "");
    const [field = "", direction] = (query.get("sort") ?? "").split(",");
    const inOrder = sorted(rows, /^(mail|joined)$/.test(field) ? field : null, direction === "desc");
    return pageOf(inOrder, query, { size: "size", firstPage: 0, defaultSize: 8, maxSize: 25 });
  }),
  {
    subscriptionIds: ["71", "72"],
    createBody: { mail: "{{unique}}@spring.example" },
    world: {
      users: [83, 7],
      invoices: [30, 3],
      user: (index, account) => ({
        id: account * 1000 + index,
        mail: `user${(index * 37) % 83}@spring${account}.example`,
        level: index % 3 === 0 ? "pro" : "basic",
        joined: new Date(Date.UTC(2024, 0, 1 + ((index * 29) % 83))).toISOString(),
        profile: { languages: index % 2 === 0 ? ["en"] : [], ...(index % 5 === 0 ? { nick: `n${index}` } : {}) },
      }),
      subscription: (id) => ({ id: Number(id), tier: "gold", owner: { userId: 1 } }),
      invoice: (index, account) => ({
        id: account * 9000 + index,
        amount: 12.5 + index,
        subscription: { id: 71 + (index % 2) },
        due: "2026-06-01",
      }),
      create: (id, { mail }) =>
        typeof mail === "string"
          ? { id, mail, level: "basic", joined: "2026-05-01T10:00:00Z", profile: { languages: [] } }
          : undefined,
      unique: "mail",
    },
  },
);
