import { fitsIdentifier } from "../../fixtures/dialect/identifier.ts";
import type { Call } from "../../mocks/service/call.ts";
import { envelopeOf, firstToken, isSuccess, onBody, onCall, onSuccess, operationOf, withBody } from "./alter.ts";
import type { Alter, Answer, Mutant } from "./mutant.ts";

const asFirst = (call: Call, token: string): Call => ({
  ...call,
  headers: { ...call.headers, authorization: `Bearer ${token}` },
});

/** SCOPE-01: whose invoices. */
const scopeMutants: readonly Mutant[] = [
  {
    id: "everyone-sees-the-first@listInvoices",
    sentence: "every account is shown the invoices of the first",
    breaks: ["SCOPE-01 listInvoices"],
    alter: (answer, simulation) => async (call) => {
      const reply = await answer(call);
      if (operationOf(call) !== "listInvoices" || !isSuccess(reply)) return reply;
      return answer(asFirst(call, firstToken(simulation)));
    },
  },
  {
    id: "everyone-sees-the-first-by-ref@listInvoices",
    sentence: "every account is shown the invoices of the first, which have no field called an id",
    breaks: ["SCOPE-01 listInvoices"],
    // The dialect declares the field.
    collateral: ["DECL-31 listInvoices"],
    alter: (answer, simulation) => async (call) => {
      const reply = await answer(call);
      if (operationOf(call) !== "listInvoices" || !isSuccess(reply)) return reply;
      const first = await answer(asFirst(call, firstToken(simulation)));
      const { data, meta } = envelopeOf(first);
      return withBody(first, { data: data.map(({ id: own = null, ...rest }) => ({ ...rest, of: { own } })), meta });
    },
  },
  {
    id: "another-s-invoice-among-them@listInvoices",
    sentence: "one invoice of the first account stands among those of another",
    breaks: ["SCOPE-01 listInvoices"],
    alter: onSuccess("listInvoices", (reply, call, { accounts }) => {
      const isFirst = accounts[0]?.tokens.some(({ token }) => call.headers["authorization"]?.endsWith(token));
      const { data, meta } = envelopeOf(reply);
      const [strange] = accounts[0]?.invoices.all() ?? [];
      if (isFirst === true || strange === undefined) return reply;
      return withBody(reply, { data: [strange, ...data], meta: { ...meta, total: meta.total + 1 } });
    }),
  },
];

/** SUB-01 to SUB-03: which subscription. */
const subscriptionMutants: readonly Mutant[] = [
  {
    id: "twice-the-subscription@getSubscription",
    sentence: "the subscription stands in `data` twice",
    breaks: ["SUB-01 getSubscription"],
    alter: onBody("getSubscription", ({ data, meta }) => ({ data: [...data, ...data], meta: { ...meta, total: 2 } })),
  },
  {
    id: "no-details@getSubscription",
    sentence: "a known id is answered with success and no record",
    breaks: ["SUB-01 getSubscription"],
    alter: onBody("getSubscription", ({ meta }) => ({ data: [], meta })),
  },
  {
    id: "id-ignored@getSubscription",
    sentence: "every known id is answered with the first subscription",
    breaks: ["SUB-02 getSubscription"],
    alter: onSuccess("getSubscription", (reply, _, { accounts }) => {
      const [first] = accounts[0]?.subscriptions.all() ?? [];
      return withBody(reply, { data: [first], meta: { page: 1, total: 1 } });
    }),
  },
  {
    id: "unknown-id-finds-the-first@getSubscription",
    sentence: "an unknown id is answered with the first subscription",
    breaks: ["SUB-03 getSubscription"],
    // It is answered with success, and the dialect declares a failure.
    collateral: ["DECL-13 getSubscription"],
    alter: onCall("getSubscription", (call, { accounts, dialect }) => {
      const id = call.path.replace(/.*\//, "");
      const [first] = accounts[0]?.subscriptions.all() ?? [];
      const isKnown = accounts.some(({ subscriptions }) => subscriptions.find(id) !== undefined);
      if (isKnown || first === undefined || !fitsIdentifier(dialect.subscriptionId.format, id)) return call;
      return { ...call, path: `/api/v1/subscriptions/${first.id}` };
    }),
  },
];

/** The number of the page a call asks for, in the reference dialect. */
function pageOf({ query }: Call): number {
  return Number(new URLSearchParams(query).get("page") ?? 1);
}

function sizeOf({ query }: Call): number {
  return Number(new URLSearchParams(query).get("per_page") ?? 20);
}

function withPage(call: Call, page: number): Call {
  const query = new URLSearchParams(call.query);
  query.set("page", String(page));
  return { ...call, query: query.toString() };
}

/** Answers a later page in another way; only where a page and its size are asked for. */
function onLaterPages(change: (answer: Answer, call: Call, page: number) => ReturnType<Answer>): Alter {
  return (answer) => (call) => {
    const page = pageOf(call);
    const isLater = operationOf(call) === "listUsers" && page > 1 && page < 100;
    return isLater ? change(answer, call, page) : answer(call);
  };
}

/** PAGE-01: successive pages are parts of one list. */
const pagingMutants: readonly Mutant[] = [
  {
    id: "first-page-again@listUsers",
    sentence: "every page holds the records of the first",
    breaks: ["PAGE-01 listUsers"],
    collateral: ["DECL-01 listUsers"],
    alter: onLaterPages(async (answer, call) => {
      const [asked, first] = [await answer(call), await answer(withPage(call, 1))];
      if (!isSuccess(asked) || envelopeOf(asked).data.length === 0) return asked;
      return withBody(asked, { data: envelopeOf(first).data, meta: envelopeOf(asked).meta });
    }),
  },
  {
    id: "pages-overlap@listUsers",
    sentence: "a page begins with the last record of the page before",
    breaks: ["PAGE-01 listUsers"],
    alter: onLaterPages(async (answer, call, page) => {
      const [asked, before] = [await answer(call), await answer(withPage(call, page - 1))];
      if (!isSuccess(asked)) return asked;
      const { data, meta } = envelopeOf(asked);
      return withBody(asked, { data: [...envelopeOf(before).data.slice(-1), ...data].slice(0, sizeOf(call)), meta });
    }),
  },
  {
    id: "record-lost-at-the-border@listUsers",
    sentence: "the first record of every page but the first is lost",
    breaks: ["PAGE-01 listUsers"],
    collateral: ["DECL-01 listUsers"],
    alter: onLaterPages(async (answer, call) => {
      const asked = await answer(call);
      if (!isSuccess(asked)) return asked;
      const { data, meta } = envelopeOf(asked);
      return withBody(asked, { data: data.slice(1), meta });
    }),
  },
  {
    id: "always-page-1@listUsers",
    sentence: "`meta.page` is 1 on every page",
    breaks: ["PAGE-01 listUsers"],
    collateral: ["DECL-01 listUsers"],
    alter: onLaterPages(async (answer, call) => {
      const asked = await answer(call);
      if (!isSuccess(asked)) return asked;
      const { data, meta } = envelopeOf(asked);
      return withBody(asked, { data, meta: { ...meta, page: 1 } });
    }),
  },
  {
    id: "total-of-the-rest@listUsers",
    sentence: "`meta.total` of a later page counts what is left",
    breaks: ["PAGE-01 listUsers"],
    alter: onLaterPages(async (answer, call, page) => {
      const asked = await answer(call);
      if (!isSuccess(asked)) return asked;
      const { data, meta } = envelopeOf(asked);
      const left = Math.max(meta.total - (page - 1) * sizeOf(call), data.length);
      return withBody(asked, { data, meta: { ...meta, total: left } });
    }),
  },
];

/** CREATE-01: a creation that is said, and not done. */
const creationMutants: readonly Mutant[] = [
  {
    id: "created-and-forgotten@createUser",
    sentence: "a creation is answered with success, and no list ever shows the user",
    breaks: ["CREATE-01 createUser"],
    alter: (answer) => {
      let forgotten: readonly unknown[] = [];
      return async (call) => {
        const reply = await answer(call);
        const operation = operationOf(call);
        if (!isSuccess(reply)) return reply;
        if (operation === "createUser") forgotten = [...forgotten, ...envelopeOf(reply).data.map(({ id }) => id)];
        if (operation !== "listUsers") return reply;
        const { data, meta } = envelopeOf(reply);
        const shown = data.filter(({ id }) => !forgotten.includes(id));
        return withBody(reply, { data: shown, meta: { ...meta, total: meta.total - forgotten.length } });
      };
    },
  },
];

export const recordMutants: readonly Mutant[] = [
  ...scopeMutants,
  ...subscriptionMutants,
  ...pagingMutants,
  ...creationMutants,
];
