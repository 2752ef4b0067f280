import { counted } from "../../../fixtures/counted.ts";
import type { OperationId } from "../../../fixtures/contract/operations.ts";
import { ifDeclared } from "../../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import type { ListPaging } from "../../../fixtures/dialect/paging.ts";
import { dialectOf } from "../../target/dialect.ts";
import { readEnvelope } from "../../target/envelope.ts";
import { isSuccess } from "../../target/exchange.ts";
import type { Entry } from "../../target/recorder.ts";
import { Unavailable, type Session } from "../../target/session.ts";
import type { Success } from "../../target/exchange.ts";
import { lacking, notArising, observed, type Check, type Outcome } from "../check.ts";
import { judgedList, sizeName } from "../declarations/lists.ts";
import { canShowNames, isRefusal, probePaging, type PagingNames } from "./paging-probe.ts";
import { entriesOf, listed, onSuccessSeen } from "./seen.ts";

/** OBS-05: the query parameters for paging, declared or found by common names. */
const pagingParameters: Check = {
  id: "OBS-05",
  judge: (session, operation) =>
    onSuccessSeen(session, operation, async (plain) => {
      const paging = pagingOf(session, operation);
      const described = paging && ifDeclared(() => describePaging(paging));
      if (described !== undefined) return observed(described, plain);
      return describeNames(await probePaging(session, operation, plain), plain);
    }),
};

/** How a list is declared to be paged; `undefined` where its style is not declared. */
function pagingOf({ target }: Session, operation: OperationId): ListPaging | undefined {
  return ifDeclared(() => dialectOf(target)?.declared.paging[judgedList(operation)]);
}

function describePaging(paging: ListPaging): string {
  if (paging.style === "none") return "the list is not paged";
  return listed(Object.values(paging.parameters));
}

function describeNames({ page, offset, size, refusals, evidence }: PagingNames, plain: Success): Outcome {
  const names = [page, offset, size].filter((name) => name !== undefined);
  if (names.length > 0) {
    const turning = page ?? offset;
    const missing = turning === undefined ? "the page" : size === undefined ? "its size" : undefined;
    const gap = missing === undefined || !canShowNames(plain) ? "" : `, and no common name for ${missing}`;
    return observed(listed(names) + gap, ...evidence);
  }
  if (refusals.length > 0) {
    return observed(`common parameter names are refused with ${listed(refusals.map(String))}`, ...evidence);
  }
  if (!canShowNames(plain)) return notArising("the list is too short to show it", ...evidence);
  return observed("no common parameter name changes the reply", ...evidence);
}

/** OBS-06, OBS-07: where it is not declared, nothing says what to ask for, and a guess would tell little. */
function declaredCheck(id: string, describe: (dialect: Dialect, list: "users" | "invoices") => string): Check {
  return {
    id,
    judge: async (session, operation) => {
      const dialect = dialectOf(session.target)?.declared;
      const described = dialect && ifDeclared(() => describe(dialect, judgedList(operation)));
      if (described === undefined) {
        return lacking(new Unavailable("not probed: no dialect names the parameters (--dialect)", "dialect"));
      }
      return onSuccessSeen(session, operation, (plain) => observed(described, plain));
    },
  };
}

function describeFiltering({ filtering }: Dialect, list: "users" | "invoices"): string {
  const [field] = filtering.style === "none" ? [] : filtering[list];
  if (filtering.style === "none" || field === undefined) return "the list is not filtered";
  const example = filtering.style === "plain" ? `${field}=…` : `filter[${field}]=…`;
  return `by ${listed(filtering[list])}, as \`${example}\``;
}

function describeSorting({ sorting }: Dialect, list: "users" | "invoices"): string {
  const [field] = sorting.style === "none" ? [] : sorting[list];
  if (sorting.style === "none" || field === undefined) return "the list is not sorted";
  const { parameter } = sorting;
  const example =
    sorting.style === "signed" ? `${parameter}=-${field}` : `${parameter}=${field}&${sorting.orderParameter}=desc`;
  return `by ${listed(sorting[list])}, as \`${example}\``;
}

/** OBS-17: the size of a page nobody asked for, and what becomes of a size that is asked for. */
const pageSize: Check = {
  id: "OBS-17",
  judge: (session, operation) =>
    onSuccessSeen(session, operation, async (plain) => {
      const { data = [], meta } = readEnvelope(plain.response);
      const total = Number(meta?.["total"] ?? 0);
      if (data.length === 0 || total <= data.length) {
        return notArising("the plain list holds every record, so its page size does not show", plain);
      }
      const asked = await describeAsked(session, operation, plain);
      return observed([`${counted(data.length, "record")} where no size is asked for`, ...asked].join(", "), plain);
    }),
};

/** What became of smaller and greater sizes than the plain list's: of the declared parameter, or of a common one. */
async function describeAsked(session: Session, operation: OperationId, plain: Success): Promise<readonly string[]> {
  const paging = pagingOf(session, operation);
  if (paging?.style === "none") return [];
  const parameter = paging && ifDeclared(() => sizeName(paging));
  if (parameter === undefined) {
    const { kept } = await probePaging(session, operation, plain);
    return kept === undefined ? [] : [`a ${kept} size is kept`];
  }
  const usual = readEnvelope(plain.response).data?.length ?? 0;
  const answers = entriesOf(session, operation).map((entry) => answerToSize(entry, parameter, usual));
  return [...new Set(answers.filter((answer) => answer !== undefined))].toSorted();
}

/** What a call got that asked for another size than the usual one, and for nothing else. */
function answerToSize({ call, exchange }: Entry, parameter: string, usual: number): string | undefined {
  const query = call.query ?? {};
  const asked = Number(query[parameter] ?? Number.NaN);
  if (!Number.isInteger(asked) || asked < 1 || asked === usual || Object.keys(query).length > 1) return undefined;
  const size = asked < usual ? "a smaller size" : "a greater size";
  if (isRefusal(exchange.response?.status ?? 0)) return `${size} is refused`;
  const { data, meta } = isSuccess(exchange) ? readEnvelope(exchange.response) : {};
  if (data === undefined) return undefined;
  return data.length === asked || data.length === meta?.["total"] ? `${size} is kept` : `${size} is not kept`;
}

export const pagingObservations: readonly Check[] = [
  pagingParameters,
  declaredCheck("OBS-06", describeFiltering),
  declaredCheck("OBS-07", describeSorting),
  pageSize,
];
