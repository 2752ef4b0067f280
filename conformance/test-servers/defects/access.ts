import {
  hasId,
  operationIds,
  readOperationIds,
  type OperationId,
  operations,
  listOperationIds,
} from "../../../fixtures/contract/operations.ts";
import {
  acceptInvalidToken,
  everywhere,
  independentServer,
  onGood,
  onSuccess,
  type Departure,
  defects,
  obligationsOf,
  redirect,
  taking,
  say,
  html,
  isFor,
  onRejection,
} from "../departures.ts";
import { expiredToken, type IndependentServer } from "../independent-server.ts";
import {
  idsOf,
  subscriptionIdOf,
  type Account,
  type Ask,
  failure,
  type Reply,
  members,
  recordsOf,
} from "../service.ts";

/** A client, and an account whose data it may get. */
interface Caller {
  /** The `Authorization` header; `undefined` if there is none. */
  readonly header: string | undefined;
  readonly scheme: string;
  /** The text after `Bearer`; empty with any other scheme. */
  readonly sent: string;
  /** The text after any other scheme, and its base64 content with a colon, as in `Basic`. */
  readonly other: readonly string[];
  /** The request, if it has no header. */
  readonly bare: Pick<Ask, "query" | "headers" | "body"> | undefined;
  readonly token: string;
  readonly isFirst: boolean;
}

/** Whether a text matches a pattern of SQL. */
export function isLike(text: string, pattern: string): boolean {
  const escaped = pattern.replaceAll(/[^\w%]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll("%", ".*").replaceAll("_", ".")}$`, "s").test(text);
}

/** Whether a text matches a pattern of a shell. */
export function isGlob(text: string, pattern: string): boolean {
  const escaped = pattern.replaceAll(/[^\w*?[\]]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`, "s").test(text);
}

type IsLetIn = (caller: Caller) => boolean;

const isFixed =
  (text: string): IsLetIn =>
  ({ sent, isFirst }) =>
    isFirst && sent === text;

/** Faulty guards that §5 forbids, by the rules they break: whether the client gets the account's data. */
const gaps: Readonly<Record<string, Readonly<Record<string, IsLetIn>>>> = {
  "AUTH-02 AUTH-07 AUTH-10": { "open-without-header": ({ header, isFirst }) => header === undefined && isFirst },
  "AUTH-03": {
    "open-to-empty-header": ({ header, isFirst }) => header?.trim() === "" && isFirst,
    "open-to-bearer-alone": ({ header, isFirst }) => header?.trim() === "Bearer" && isFirst,
  },
  "AUTH-04 AUTH-05": { "open-to-any-token": ({ sent, isFirst }) => sent !== "" && isFirst },
  "AUTH-05": {
    "compares-8-at-the-end": ({ sent, token }) => sent.slice(-8) === token.slice(-8),
    "accepts-a-shorter-token": ({ sent, token }) => sent.length > 3 && token.startsWith(sent),
  },
  "AUTH-06": {
    "open-to-basic": ({ header, token }) => header === `Basic ${token}`,
    "open-to-any-scheme": ({ scheme, other, token }) => /^[a-z]+$/i.test(scheme) && other.includes(token),
    "open-without-scheme": ({ header, token }) => header === token,
  },
  "AUTH-07": { "access-token-in-query": ({ bare, token }) => bare?.query.get("access_token") === token },
  "AUTH-10": {
    "token-in-a-cookie": ({ bare, token }) =>
      String(bare?.headers["cookie"]).split("; ").includes(`access_token=${token}`),
    "token-in-another-header": ({ bare, token }) => bare?.headers["x-auth-token"] === token,
  },
};

/** Those that are tried on one operation, or on those that read: a faulty guard is usually before all operations. */
const gapsOnReads: typeof gaps = {
  "AUTH-05": {
    "accepts-a-longer-token": ({ sent, token }) => sent.startsWith(token),
    "ignores-letter-case": ({ sent, token }) => sent.toLowerCase() === token.toLowerCase(),
  },
};
const gapsOnUsers: typeof gaps = {
  "AUTH-04": {
    "open-to-an-expired-token": isFixed(expiredToken),
    "open-to-null": isFixed("null"),
    "open-to-undefined": isFixed("undefined"),
    "open-to-inherited-names": ({ sent, isFirst }) => isFirst && sent !== "" && sent in {},
    "open-to-patterns": ({ sent, isFirst }) => isFirst && /^[.*]+$/.test(sent),
    "open-to-three-dotted-parts": ({ sent, isFirst }) => isFirst && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(sent),
  },
  "AUTH-04 AUTH-05": {
    "looks-up-by-glob": ({ sent, token, isFirst }) => isFirst && sent !== "" && isGlob(token, sent),
    "looks-up-by-pattern": ({ sent, token, isFirst }) => isFirst && sent !== "" && isLike(token, sent),
  },
  "AUTH-05": {
    "token-in-sql": ({ sent, token }) => /^(.*)' (?:AND|OR) '1'='1$/.exec(sent)?.[1] === token,
    "compares-all-but-the-last": ({ sent, token }) =>
      sent.length === token.length && sent.startsWith(token.slice(0, -1)),
    "wildcard-in-a-token": ({ sent, token }) => sent.length === token.length && isLike(token, sent),
    "compares-without-the-first": ({ sent, token }) => sent.length > 3 && token.endsWith(sent),
    "reads-up-to-a-comma": ({ sent, token }) => sent.split(",")[0] === token,
    "takes-the-last-token": ({ sent, token }) => sent.endsWith(`, Bearer ${token}`),
  },
  "AUTH-06": {
    "open-to-basic-user": ({ scheme, other, token }) => scheme === "Basic" && other[1] === token,
    "open-to-basic-password": ({ scheme, other, token }) => scheme === "Basic" && other[2] === token,
    "open-to-basic-password-of-somebody": ({ other: [, user = "", password], token }) =>
      user !== "" && password === token,
    "cuts-off-seven-characters": ({ header, token }) =>
      header !== undefined && /^Bearer\S/.test(header) && header.slice(7) === token,
    "cuts-off-the-scheme-alone": ({ header, token }) => header === `Bearer${token}`,
  },
  "AUTH-07": { "api-key-in-query": ({ bare, token }) => bare?.query.get("api_key") === token },
};
const gapsOnCreations: typeof gaps = {
  "AUTH-10": { "token-in-the-body": ({ bare, token }) => bare?.body.includes(token) === true },
};

/** Accepts clients through a faulty guard. */
const open = (where: OperationId | readonly OperationId[], isLetIn: IsLetIn): Departure =>
  acceptInvalidToken(where, ({ authorization: header, ...ask }, { token }, isFirst) => {
    const [scheme = "", value = ""] = (header ?? "").split(" ");
    const other = scheme === "Bearer" ? [] : [value, ...Buffer.from(value, "base64").toString().split(":")];
    const sent = /^Bearer (.+)$/.exec(header ?? "")?.[1] ?? "";
    return isLetIn({ header, scheme, sent, other, bare: header === undefined ? ask : undefined, token, isFirst });
  });

function openOn(where: readonly OperationId[], rows: typeof gaps): readonly IndependentServer[] {
  return Object.entries(rows).flatMap(([rules, guards]) =>
    Object.entries(guards).flatMap(([id, isLetIn]) =>
      defects(rules, where, { [id]: (operation) => open(operation, isLetIn) }),
    ),
  );
}

/** On createUser only two rules show: the first accepted clients create all users that a run may create. */
const openToEveryone = independentServer(
  "open-to-everyone",
  [
    ...obligationsOf("AUTH-02 AUTH-03 AUTH-04 AUTH-05 AUTH-06 AUTH-07 AUTH-10", readOperationIds),
    ...obligationsOf("AUTH-02 AUTH-03", ["createUser"]),
  ],
  [open(everywhere, ({ isFirst }) => isFirst)],
);

/** Success in other forms than the envelope. */
const forms = {
  "under-items": (data: readonly unknown[]) => ({ items: data }),
  "in-arrays": (data: readonly unknown[]) => data,
};

/** Open, with another form than the envelope, so that nothing but the authorized response shows what was accepted. */
const openInOtherForms = Object.entries(forms).map(([form, write]) =>
  independentServer(`open-to-everyone-${form}`, obligationsOf("AUTH-02 AUTH-04", readOperationIds), [
    onSuccess(readOperationIds, ({ data }) => write(data)),
    open(everywhere, ({ isFirst }) => isFirst),
  ]),
);

/** Opens only one place to clients with this header. */
const openAt =
  (
    isThere: (ask: Ask, first: Account, operation: OperationId) => boolean,
    isOpen: (header: string | undefined) => boolean,
  ) =>
  (operation: OperationId): Departure =>
    acceptInvalidToken(
      operation,
      (ask, account, isFirst) => isFirst && isThere(ask, account, operation) && isOpen(ask.authorization),
    );

const isBare = (header: string | undefined): boolean => header === undefined;
const isToken = (header: string | undefined): boolean => /^Bearer [^%*]/.test(header ?? "");
const isOnFurtherPage = ({ query }: Ask): boolean => Number(query.get("page")) > 1;
const isAtAnotherId = (ask: Ask, first: Account, operation: OperationId): boolean =>
  subscriptionIdOf(ask) !== idsOf(operation, first)[0];

/** A session identified by a cookie. */
const session = "b3f1c2d4e5f60718";

/** Clients without `Authorization` that send this value in another header. */
const trusting = (name: string, value: string) => (operation: OperationId) =>
  acceptInvalidToken(operation, ({ authorization, headers }, _, isFirst) => {
    return isFirst && authorization === undefined && String(headers[name]).includes(value);
  });

/** AUTH-02 to AUTH-07 and AUTH-10: faulty guards, each on one operation or one place, and the widest on all. */
export const accessDefects: readonly IndependentServer[] = [
  ...openOn(operationIds, gaps),
  ...openOn(readOperationIds, gapsOnReads),
  ...openOn(["listUsers"], gapsOnUsers),
  ...openOn(["createUser"], gapsOnCreations),
  openToEveryone,
  ...openInOtherForms,
  ...defects("AUTH-02", operationIds, {
    "trusts-an-internal-address": trusting("x-forwarded-for", "127.0.0.1"),
    "trusts-an-internal-preflight": trusting("access-control-request-method", "GET"),
    "trusts-a-browser": trusting("accept", "text/html"),
  }),
  ...defects("AUTH-02", readOperationIds, {
    "session-cookie-is-enough": (operation) => [
      onGood(operation, (reply) => ({
        ...reply,
        headers: { ...reply.headers, "set-cookie": `sid=${session}; HttpOnly` },
      })),
      trusting("cookie", session)(operation),
    ],
  }),
  ...defects("AUTH-02", ["listUsers"], {
    "open-without-header-on-a-page-of-one-record": openAt(({ query }) => query.get("per_page") === "1", isBare),
    "open-without-header-beyond-the-last-page": openAt(
      ({ query }, { users }) => Number(query.get("page")) > users.length,
      isBare,
    ),
    "open-without-header-on-a-further-page": openAt(isOnFurtherPage, isBare),
  }),
  ...defects("AUTH-04", ["listUsers"], { "open-to-any-token-on-a-further-page": openAt(isOnFurtherPage, isToken) }),
  ...defects("AUTH-02", operationIds.filter(hasId), {
    "open-without-header-at-another-id": openAt(isAtAnotherId, isBare),
  }),
  ...defects("AUTH-04", operationIds.filter(hasId), {
    "open-to-any-token-at-another-id": openAt(isAtAnotherId, isToken),
  }),
];

/** Changes the response to the valid request. */
const answering =
  (reply: Reply) =>
  (operation: OperationId): Departure =>
    onGood(operation, () => reply);

/** Moves the paths with this beginning, and leaves nothing at the old ones. */
function moved(id: string, from: string, to: string): IndependentServer {
  const where = operationIds.filter((operation) => operations[operation].path.startsWith(from));
  return independentServer(id, obligationsOf("PATH-01", where), [
    (ask, next) => {
      if (ask.path.startsWith(from)) return failure(404, "no_such_path", "There is nothing here.");
      return next(ask.path.startsWith(to) ? { ...ask, path: ask.path.replace(to, from) } : ask);
    },
  ]);
}

/** PATH-01: something is not where §4 says; AUTH-01: the valid token is not accepted. */
export const pathDefects: readonly IndependentServer[] = [
  ...defects("PATH-01", operationIds, {
    "not-there": answering(say(404)),
    "error-with-envelope": (operation) => onGood(operation, (reply) => ({ ...reply, status: 500 })),
  }),
  ...defects("AUTH-01 PATH-01", operationIds, {
    "good-token-to-login": answering(redirect()),
    "wants-another-scheme": (operation) =>
      taking(operation, ({ authorization = "" }) => ({
        authorization: authorization.startsWith("Token ") ? `Bearer ${authorization.slice(6)}` : "",
      })),
  }),
  moved("without-version", "/api/v1/", "/"),
  moved("invoices-under-billing", "/api/v1/invoices", "/api/v1/billing/invoices"),
  ...defects("PATH-01", ["createUser"], {
    "creation-by-put": () => (ask, next) => {
      if (ask.path !== "/api/v1/users" || ask.method === "GET") return next(ask);
      return next({ ...ask, method: ask.method === "PUT" ? "POST" : "PUT" });
    },
  }),
];

function table(rows: readonly unknown[]): string {
  const cells = (row: unknown): string =>
    Object.values(members(row))
      .map((cell) => `<td>${String(cell)}</td>`)
      .join("");
  return `<!doctype html><h1>Sign in</h1><table>${rows.map((row) => `<tr>${cells(row)}</tr>`).join("")}</table>`;
}

/** A rejection that shows the records that a valid request of the first account would get. */
const telling =
  (reject: (rows: readonly unknown[], reply: Reply, ask: Ask) => Reply) =>
  (operation: OperationId): Departure =>
    onRejection(operation, (ask, { accounts: [first] }, reply) =>
      reject(recordsOf(operation, first).slice(0, hasId(operation) ? 1 : 10), reply, ask),
    );

/** Executes the request for the first account, and then rejects it. */
export function executeThenReject(isDone: (ask: Ask) => boolean = () => true): Departure {
  return async (ask, next, service) => {
    const reply = await next(ask);
    if (reply.isRejection === true && isFor(ask, "createUser") && isDone(ask)) {
      await service.answer({ ...ask, authorization: `Bearer ${service.accounts[0].token}` });
    }
    return reply;
  };
}

const hasToken = ({ authorization }: Ask): boolean => /^Bearer ./.test(authorization ?? "");

/** AUTH-08 and AUTH-09: rejections that are incomplete. */
export const rejectionDefects: readonly IndependentServer[] = [
  ...defects("AUTH-08", operationIds, {
    "rejection-with-a-record": telling(([row], { body, ...reply }) => ({
      ...reply,
      body: { ...members(body), detail: JSON.stringify(row) },
    })),
    "login-page-with-state": telling((rows) =>
      say(200, `<!doctype html><script>window.state=${JSON.stringify({ rows })}</script><form></form>`, html),
    ),
    "redirects-with-records": telling((data) => say(302, { data, meta: {} }, { location: "/login" })),
    "shows-records-to-wrong-tokens": telling((rows, reply, ask) =>
      hasToken(ask) ? say(401, { error: "expired", rows }) : reply,
    ),
  }),
  // A table row alone is too little to recognize a subscription.
  ...defects(
    "AUTH-08",
    operationIds.filter((operation) => !hasId(operation)),
    { "rejects-with-table": telling((rows) => say(401, table(rows), html)) },
  ),
  ...defects("AUTH-09", ["createUser"], {
    "rejected-and-done-without-header": () => executeThenReject(({ authorization }) => authorization === undefined),
    "rejected-and-done-with-any-token": () => executeThenReject(hasToken),
    "redirected-and-done": () => [onRejection("createUser", () => redirect()), executeThenReject()],
  }),
];

/** How the router reads a request. */
type Normalize = (ask: Ask) => Partial<Ask>;

const rewriting =
  (from: RegExp | string, to: string): Normalize =>
  ({ path }) => ({ path: path.replace(from, to) });

/** Applies a method override. */
const overridden: Normalize = ({ method, headers }) =>
  method === "OPTIONS" ? { method: String(headers["x-http-method-override"] ?? method) } : {};

/** Spellings that a router accepts, but a guard does not know. */
const spellings: readonly (readonly [id: string, normalize: Normalize, where?: readonly OperationId[]])[] = [
  ["trailing-slash", rewriting(/\/$/, "")],
  ["doubled-slash", rewriting(/(?<=.)\/\/+/g, "/")],
  ["letter-case", ({ path }) => ({ path: path.replace(/^\/api\/v1\/[^/]+/i, (start) => start.toLowerCase()) })],
  ["percent-encoding", ({ path }) => ({ path: path.replaceAll(/%[67][\da-f]/gi, decodeURIComponent) })],
  ["without-version", rewriting(/^\/(?!api\/)/, "/api/v1/")],
  ["json-suffix", rewriting(/\.json$/, ""), readOperationIds],
  ["path-parameter", rewriting(/;[^/]*$/, ""), readOperationIds],
  ["slash-before", rewriting(/^\/\/+/, "/"), ["listUsers"]],
  ["dot-segment", rewriting("/./", "/"), ["listUsers"]],
  ["prefix-in-capitals", rewriting("/API/V1", "/api/v1"), ["listUsers"]],
  ["version-alone", rewriting(/^\/v1\//, "/api/v1/"), ["listUsers"]],
  ["api-alone", rewriting(/^\/api\/(?!v1)/, "/api/v1/"), ["listUsers"]],
  ["head", ({ method }) => (method === "HEAD" ? { method: "GET" } : {}), readOperationIds],
  ["override", overridden],
];

/** Serves another spelling of an operation to everyone, and the plain one with valid tokens. */
function unguarded(operation: OperationId, normalize: Normalize): Departure {
  return (ask, next, service) => {
    const taken = { ...ask, ...normalize(ask) };
    const isOther = taken.path !== ask.path || taken.method !== ask.method;
    const isOpen = isOther && service.accountOf(ask) === undefined && isFor(taken, operation);
    return next(isOpen ? { ...taken, authorization: `Bearer ${service.accounts[0].token}` } : ask);
  };
}

/** Opens a path with a trailing slash to requests with any `Authorization` header. */
const ifThereIsAHeader: Departure = (ask, next, { accounts: [first] }) => {
  const taken = { ...ask, path: ask.path.replace(/\/$/, ""), authorization: `Bearer ${first.token}` };
  if (taken.path === ask.path || !isFor(taken, listOperationIds)) return next(ask);
  return ask.authorization === undefined ? { status: 401, headers: {} } : next(taken);
};

/** AUTH-11: open under another spelling. */
export const spellingDefects: readonly IndependentServer[] = [
  ...spellings.flatMap(([id, normalize, where = operationIds]) =>
    defects("AUTH-11", where, { [`open-by-${id}`]: (operation) => unguarded(operation, normalize) }),
  ),
  independentServer("open-by-trailing-slash-with-any-header", obligationsOf("AUTH-11", listOperationIds), [
    ifThereIsAHeader,
  ]),
];
