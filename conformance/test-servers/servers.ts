import type { Socket } from "node:net";
import { defects } from "./defects/defects.ts";
import { numberedDefects, taken } from "./defects/ids.ts";
import { conformingWithCallers, trustingServers } from "./conforming-callers.ts";
import { conformingInWriting } from "./conforming-json.ts";
import { conformingInLists } from "./conforming-lists.ts";
import { conformingInRecords } from "./conforming-records.ts";
import { conformingInViews } from "./conforming-views.ts";
import { conformingOnTheWire } from "./conforming-wire.ts";
import { conformingInWrites } from "./conforming-writes.ts";
import { declaredDefects } from "./declared.ts";
import { independentServer } from "./departures.ts";
import { jsonServerLike, springLike } from "./frameworks.ts";
import { hostileWires } from "./hostile-wire.ts";
import { hostileReplies } from "./hostile.ts";
import type { IndependentServer } from "./independent-server.ts";
import { misdeclaredMocks } from "./misdeclared.ts";
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

/** Each has one defect, on one operation or on all: an obligation in `breaks` must fail. */
export const brokenServers: readonly IndependentServer[] = [
  ...defects,
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

/** Each behaves in one way other than it declares. */
export const misdeclaredServers: readonly IndependentServer[] = [...misdeclaredMocks, ...declaredDefects];

/** Broken servers that a run does not find by the requirement they break, and why. */
export const notFound: ReadonlyMap<string, string> = new Map([
  ["largest-size-loses-one@listUsers", "TOTAL-01 finds it"],
  ["largest-size-loses-one-undeclared@listUsers", "TOTAL-01 finds it"],
  ["last-page-fails@listInvoices", "no walk ends with a page of one record"],
  ["kept-for-all-pages@listInvoices", "it shows only if an account asks for page 2 before page 1"],
  ["creates-no-second-of-the-same@createUser", "no body is sent twice"],
  ["declares-unknownFields=reject@createUser", "a run creates at most 4 users, and spends them before"],
  ["leaves-rejected-bodies-unread", "it shows only on a connection that earlier creations have used"],
]);

/** Whatever they do, a run must end in limited time and memory, with a clear result. No verdict is expected. */
export const hostileServers: readonly IndependentServer[] = [...hostileWires, ...hostileReplies];
