import type { Socket } from "node:net";
import { allUsersAtOnce } from "./defects/envelope.ts";
import { defects } from "./defects/defects.ts";
import { numberedDefects, taken } from "./defects/ids.ts";
import { placeDefects } from "./defects/places.ts";
import { conformingWithCallers, trustingServers } from "./conforming-callers.ts";
import { conformingInWriting } from "./conforming-json.ts";
import { conformingInLists } from "./conforming-lists.ts";
import { conformingInRecords } from "./conforming-records.ts";
import { conformingInViews } from "./conforming-views.ts";
import { conformingOnTheWire } from "./conforming-wire.ts";
import { conformingInWrites } from "./conforming-writes.ts";
import { withListParameters, independentServer } from "./departures.ts";
import { ordinaryDialect } from "./dialect.ts";
import { jsonServerLike, springLike } from "./frameworks.ts";
import { hostileWires } from "./hostile-wire.ts";
import { hostileReplies } from "./hostile.ts";
import type { IndependentServer } from "./independent-server.ts";
import { writePlainly, type Write } from "./serve.ts";

/** Unusual where the document is silent: nothing may fail. */
export const conformingServers: readonly IndependentServer[] = [
  ...conformingOnTheWire,
  ...conformingInWriting,
  ...conformingWithCallers,
  ...conformingInLists,
  ...conformingInRecords,
  ...conformingInViews,
  ...conformingInWrites,
  springLike,
  jsonServerLike,
];

/** The body of a rejected creation is taken for the beginning of the next request on the connection. */
function leavingUnread(): Write {
  const spoiled = new WeakSet<Socket>();
  return (response, reply, { method }) => {
    const { socket } = response.req;
    if (spoiled.has(socket)) return void response.writeHead(400, { connection: "close" }).end();
    if (method === "POST" && reply.isRejection) spoiled.add(socket);
    writePlainly(response, reply);
  };
}

/** These show at a place that the ordinary service does not have. */
const placed: ReadonlySet<string> = new Set([...placeDefects.values()].flat().map(({ id }) => id));

/** Each has one defect, on one operation or on all: the obligations in `breaks` must fail, and nothing else. */
export const brokenServers: readonly IndependentServer[] = [
  ...defects.map(({ id, breaks, isDeclared = false, isEmpty = false, around = [] }) =>
    independentServer(id, breaks, [
      ...around,
      ...(placed.has(id) ? [withListParameters()] : breaks[0]?.startsWith("ENV-") === true ? [allUsersAtOnce] : []),
      ...(isDeclared ? [{ dialect: ordinaryDialect }] : []),
      ...(isEmpty ? [{ world: { users: [0, 0], invoices: [0, 0] } as const }] : []),
    ]),
  ),
  ...trustingServers,
  independentServer("leaves-rejected-bodies-unread", ["PATH-01 createUser"], [{ write: leavingUnread() }]),
  ...numberedDefects.map(([id, isMatch]) =>
    independentServer(
      id,
      ["SUB-03 getSubscription"],
      [taken("getSubscription", isMatch), { subscriptionIds: ["17", "18"] }],
    ),
  ),
];

/** Broken servers that a run does not find by the requirement they break, and why. */
export const notFound: ReadonlyMap<string, string> = new Map([
  ["largest-size-loses-one@listUsers", "TOTAL-01 finds it"],
  ["largest-size-loses-one-undeclared@listUsers", "TOTAL-01 finds it"],
  ["subscription-of-the-second@getSubscription", "without a dialect, SCOPE-02 only observes it"],
  ["last-page-fails@listInvoices", "no walk ends with a page of one record"],
  ["kept-for-all-pages@listInvoices", "it shows only if an account asks for page 2 before page 1"],
  ["creates-no-second-of-the-same@createUser", "no body is sent twice"],
  ["leaves-rejected-bodies-unread", "it shows only on a connection that earlier creations have used"],
]);

/** Whatever they do, a run must end in limited time and memory, with a clear result. No verdict is expected. */
export const hostileServers: readonly IndependentServer[] = [...hostileWires, ...hostileReplies];
