import type { Reply } from "../call.ts";
import { successReply } from "../envelope.ts";
import { Failure } from "../failure.ts";
import type { Context } from "./context.ts";
import { listPage } from "./list.ts";

/** `GET /api/v1/invoices`: the invoices of the authenticated account and of no other (§4, §5). */
export function listInvoices(context: Context): Reply | Failure {
  const page = listPage(context, "invoices");
  if (page instanceof Failure) return page;
  return successReply("listInvoices", context.dialect.statuses.success.listInvoices, page);
}
