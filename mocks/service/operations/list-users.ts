import type { Reply } from "../call.ts";
import { successReply } from "../envelope.ts";
import { Failure } from "../failure.ts";
import type { Context } from "./context.ts";
import { listPage } from "./list.ts";

/** `GET /api/v1/users`: the users of the account's organization, paginated (§4). */
export function listUsers(context: Context): Reply | Failure {
  const page = listPage(context, "users");
  return page instanceof Failure ? page : successReply("listUsers", context.dialect.statuses.success.listUsers, page);
}
