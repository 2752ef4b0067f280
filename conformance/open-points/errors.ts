import { hasId, matchPath, operationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import { errorsSchema } from "../../fixtures/dialect/errors.ts";
import { failureKindSchema, type FailureKind } from "../../fixtures/dialect/statuses.ts";
import { isObject, toJson } from "../../fixtures/json.ts";
import { percentDecoded } from "../../fixtures/text.ts";
import { unknownField } from "../target/body.ts";
import { isSuccess } from "../target/exchange.ts";
import { parseJson } from "../target/parse-json.ts";
import { readRequired } from "./create-user.ts";
import { fieldsOfUsers } from "./creations.ts";
import { errorsOf, type FailureSample } from "./error-template.ts";
import { failuresOf, provocations } from "./failures.ts";
import { reading, type OpenPoint, type Reading } from "./open-point.ts";
import { NotShown, readAllShown, unlessHidden, type Answer, type Reader } from "./reader.ts";
import { errorProblem } from "./template-match.ts";
import { describeErrors } from "./words.ts";

/** A failure of a kind. */
interface Failure {
  readonly kind: FailureKind;
  readonly exchange: Answer;
}

/** The failures of an operation: a rejection, and where it has an id, that of an unknown one. */
async function failuresOn(reader: Reader, operation: OperationId): Promise<readonly Failure[]> {
  const kinds: readonly FailureKind[] = hasId(operation) ? ["missingToken", "notFound"] : ["missingToken"];
  const found = await readAllShown(kinds, async (kind) => {
    const failures = await provocations[kind].provoke(reader, operation);
    return failures.map((exchange) => ({ kind, exchange }));
  });
  return found.flat();
}

/** Whether the failures of an operation have the declared form. */
async function readErrors(reader: Reader, operation: OperationId): Promise<Reading> {
  const declared = errorsSchema.safeParse(reader.declared("errors"));
  const failures = await failuresOn(reader, operation);
  if (reader.declared("errors") === undefined || !declared.success) return toReading(reader, failures, new Set());
  const judged = failures.filter(({ exchange }) => exchange.response.status >= 400);
  if (judged.length === 0) throw new NotShown("the rejection is a redirect, which needs no body", { lack: "nothing" });
  const problems = judged.map(({ kind, exchange }) => errorProblem(exchange.response, declared.data, kind));
  const index = problems.findIndex((problem) => problem !== undefined);
  const problem = problems[index];
  const exchanges = judged.map(({ exchange }) => exchange);
  const value = toJson(declared.data);
  return problem === undefined
    ? reading(value, exchanges)
    : reading(value, exchanges.slice(index, index + 1), { problem });
}

/** The failures of all kinds that were seen; a second unknown path shows whether the response to one is constant. */
async function readAllErrors(reader: Reader): Promise<Reading> {
  const failures: Failure[] = [];
  for (const kind of failureKindSchema.options) {
    for (const exchange of (await unlessHidden(failuresOf(reader, kind))) ?? []) failures.push({ kind, exchange });
  }
  const path = "/api/v1/users/orgkit/no-such-path";
  const second = await unlessHidden(reader.ask({ operation: "listUsers", path }));
  if (second !== undefined && !isSuccess(second)) failures.push({ kind: "unknownPath", exchange: second });
  const fields = (await unlessHidden(fieldsOfUsers(reader))) ?? [];
  return toReading(reader, failures, new Set([unknownField, ...fields.map(({ name }) => name)]));
}

async function toReading(reader: Reader, all: readonly Failure[], fields: ReadonlySet<string>): Promise<Reading> {
  const failures = [...new Map(all.map((failure) => [failure.exchange, failure])).values()].filter(
    ({ exchange: { response } }) => response.status >= 300 && response.status < 500,
  );
  if (failures.length === 0) throw new NotShown("no request was rejected");
  const required = await requiredFields(reader);
  const samples = failures.map(({ kind, exchange }) => toSample(kind, exchange, required));
  const { value, others } = errorsOf(samples, fields);
  // If one operation differs, it would fail by the form of the others (DECL-18).
  const mixed = others.find(({ kind, status }) => status >= 400 && (kind === "missingToken" || kind === "notFound"));
  if (mixed !== undefined) throw new NotShown(`failures of one kind (${mixed.kind}) have several forms`);
  const exchanges = [...new Map(failures.map(({ kind, exchange }) => [kind, exchange])).values()];
  return reading({ ...value }, exchanges, doubtsOf(samples, others));
}

async function requiredFields(reader: Reader): Promise<readonly string[]> {
  const read = await unlessHidden(readRequired(reader));
  return Array.isArray(read?.value) ? read.value.map(String) : [];
}

/** What a dialect does not say of these failures. */
function doubtsOf(
  samples: readonly FailureSample[],
  others: readonly { readonly kind: FailureKind }[],
): Partial<Reading> {
  const codes = failureKindSchema.options.flatMap((kind) => {
    const own = samples.filter((sample) => sample.kind === kind).flatMap(({ body }) => codeIn(body) ?? []);
    const distinct = [...new Set(own)];
    return distinct.length > 1 ? [`${kind} has the codes ${distinct.join(", ")}`] : [];
  });
  const differing = [...new Set(others.map(({ kind }) => kind))];
  const parts = [...codes, ...(differing.length === 0 ? [] : [`some of ${differing.join(", ")} have another form`])];
  return parts.length === 0 ? {} : { doubt: parts.join("; ") };
}

/** The code in a failure, where it has one. */
function codeIn(body: string): string | undefined {
  const queue: unknown[] = [parseJson(body)];
  for (const value of queue) {
    if (!isObject(value)) continue;
    const code = value["code"] ?? value["type"];
    if (typeof code === "string") return code;
    queue.push(...Object.values(value));
  }
  return undefined;
}

function toSample(kind: FailureKind, exchange: Answer, required: readonly string[]): FailureSample {
  const { request, response, probe } = exchange;
  const path = probe.path ?? new URL(request.url).pathname;
  const id = probe.id ?? matchPath(path)?.id;
  return {
    kind,
    status: response.status,
    contentType: response.headers["content-type"] ?? null,
    body: response.body,
    method: request.method,
    path,
    id: id === undefined ? undefined : percentDecoded(id),
    wrong: wrongIn(kind, exchange, required),
  };
}

/** The fields that are wrong in a body: those that it lacks, or all if it is not an object; or the wrong parameter. */
function wrongIn(kind: FailureKind, { probe, request }: Answer, required: readonly string[]): readonly string[] {
  if (kind === "badParameter" || kind === "beyondLast") {
    const names = Object.keys(probe.query ?? {});
    return names.length === 0 && probe.id !== undefined ? ["id"] : names.slice(-1);
  }
  if (kind === "unreadableBody" || kind === "unsupportedMediaType") return required;
  if (kind !== "invalidBody") return [];
  const sent = parseJson(request.body ?? "");
  if (!isObject(sent)) return required;
  const lacking = required.filter((name) => !Object.hasOwn(sent, name));
  return Object.hasOwn(sent, unknownField) ? [...lacking, unknownField] : lacking;
}

/** Content type and body of failures (§7). */
export const errorPoints: readonly OpenPoint[] = [
  {
    key: "errors",
    operations: operationIds,
    requirement: "DECL-18",
    subject: "a failure is",
    say: describeErrors,
    read: readErrors,
    readAll: readAllErrors,
  },
];
