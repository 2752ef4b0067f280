import { hasId, matchPath, operationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import { errorsSchema, type ErrorKind, type ErrorsInput } from "../../fixtures/dialect/errors.ts";
import { isObject, tryParseJson, jsonText, toJson, type Json } from "../../fixtures/values/json.ts";
import { percentDecoded, sharedEnd, sharedStart } from "../../fixtures/values/text.ts";
import { groupBySize } from "../../fixtures/values/order.ts";
import { unknownField } from "../target/body.ts";
import { isSuccess } from "../target/exchange.ts";
import { memoize } from "../../fixtures/values/memoize.ts";
import { canonical } from "../log/records.ts";
import { readRequired } from "./create-user.ts";
import { fieldsOfUsers } from "./creations.ts";
import { provokeFailures, provocations } from "./failures.ts";
import { statusText } from "../../fixtures/values/status-text.ts";
import { checkEach, reading, type OpenPoint, type Reading, describeErrors } from "./open-point.ts";
import { parseJson } from "../target/parse-json.ts";
import { NotApplicable, NotShown, readAllShown, unlessHidden, type Answer, type Reader } from "./reader.ts";
import { withoutPrivate, capturesIn, errorProblem, inferTemplate, type Sample } from "./template.ts";
import { errorKind, errorTemplate, type ErrorTemplate } from "../../fixtures/dialect/error-templates.ts";
import { failureKinds, type FailureKind } from "../../fixtures/dialect/failures.ts";

/** A failure of a kind, as it was received. */
interface Failure {
  readonly kind: FailureKind;
  readonly exchange: Answer;
}

/** The failures of some kinds. @throws NotShown if none is shown */
async function collectFailures(
  kinds: readonly FailureKind[],
  provoke: (kind: FailureKind) => Promise<readonly Answer[]>,
): Promise<readonly Failure[]> {
  const failures = await readAllShown(kinds, async (kind) =>
    (await provoke(kind)).map((exchange) => ({ kind, exchange })),
  );
  return failures.flat();
}

/** The failures of an operation: a rejection, and where it has an id, that of an unknown one. */
function readFailures(reader: Reader, operation: OperationId): Promise<readonly Failure[]> {
  const kinds: readonly FailureKind[] = hasId(operation) ? ["missingToken", "notFound"] : ["missingToken"];
  return collectFailures(kinds, (kind) => provocations[kind].provoke(reader, operation));
}

/** Rejections, which may have a body. */
async function findRejections(reader: Reader, operation: OperationId): Promise<readonly Answer[]> {
  const failures = (await readFailures(reader, operation)).map(({ exchange }) => exchange);
  const rejections = failures.filter(({ response }) => response.status >= 400);
  if (rejections.length > 0) return rejections;
  throw new NotApplicable("the rejection is a redirect, which needs no body");
}

/** The failures of all kinds that were seen; a second unknown path shows whether the response to one is constant. */
const readAllErrors = memoize(async (reader: Reader): Promise<Reading> => {
  const failures = await collectFailures(failureKinds, (kind) => provokeFailures(reader, kind));
  const path = "/api/v1/users/orgkit/no-such-path";
  const second = await unlessHidden(reader.ask({ operation: "listUsers", path }));
  const unknownPaths: readonly Failure[] =
    second === undefined || isSuccess(second) ? [] : [{ kind: "unknownPath", exchange: second }];
  const fields = (await fieldsOfUsers(reader)).map(({ name }) => name);
  return inferErrors(reader, [...failures, ...unknownPaths], [unknownField, ...fields]);
});

/** A failure whose body is a template: JSON, or a text. */
interface Template extends ErrorTemplate {
  readonly kind: FailureKind;
}

/** @param fields the names of all fields of bodies, which failures may name */
async function inferErrors(reader: Reader, all: readonly Failure[], fields: readonly string[]): Promise<Reading> {
  const failures = [...new Map(all.map((failure) => [failure.exchange, failure])).values()].filter(
    ({ exchange: { response } }) => response.status >= 300,
  );
  if (failures.length === 0) throw new NotShown("no request was rejected");
  const required = failures.some(({ kind }) => isOfBody(kind)) ? await requiredFields(reader) : [];
  const templates: Template[] = [];
  const doubts: string[] = [];
  const exchanges: Answer[] = [];
  for (const [kind, ofKind] of Map.groupBy(failures, (failure) => failure.kind)) {
    const [usual = [], ...others] = groupBySize(ofKind, ({ exchange }) => formKey(exchange, fields));
    // If one operation differs, it would fail by the form of the others (DECL-18).
    if (others.flat().some(({ exchange }) => exchange.response.status >= 400)) {
      if (kind === "missingToken" || kind === "notFound")
        throw new NotShown(`failures of one kind (${kind}) have several forms`);
      doubts.push(`some of ${kind} have another form`);
    }
    const samples = usual.map((failure) => toSample(failure, required, fields));
    const contentType = usual[0]?.exchange.response.headers["content-type"] ?? null;
    const body = inferTemplate(samples, (values, path) => {
      const template = mergeValues(values, path.length > 0);
      const texts = [...new Set(values)].map((value) => jsonText(value ?? null));
      if (template === "{{code}}") doubts.push(`${kind} has the codes ${texts.join(", ")}`);
      return template;
    });
    templates.push({ kind, contentType, body: withoutPrivate(body ?? null, "{{varies}}") });
    if (body === "{{varies}}") doubts.push(`${kind} gets a page with scripts, which is left out`);
    exchanges.push(...usual.slice(-1).map(({ exchange }) => exchange));
  }
  return reading(toJson(composeErrors(templates)), exchanges, doubts.length === 0 ? {} : { doubt: doubts.join("; ") });
}

function isOfBody(kind: FailureKind): boolean {
  return /^(?:invalidBody|unreadableBody|unsupportedMediaType)$/.test(kind);
}

async function requiredFields(reader: Reader): Promise<readonly string[]> {
  const read = await unlessHidden(readRequired(reader));
  return Array.isArray(read?.value) ? read.value.map(String) : [];
}

/** The errors of a dialect: a known format, or what the templates of most kinds share, and how each kind differs. */
function composeErrors(templates: readonly Template[]): ErrorsInput {
  const shared = sharedErrors(templates);
  const { contentType, body } = errorTemplate(shared);
  const kinds: { [kind in FailureKind]?: ErrorKind } = {};
  for (const template of templates) {
    const { kind } = template;
    const values = readValues(template, { contentType, body });
    const own: ErrorKind =
      values === undefined
        ? {
            ...(template.contentType !== contentType && { contentType: template.contentType }),
            ...(canonical(template.body) !== canonical(body) && { body: template.body }),
          }
        : { ...(values.size > 0 && { values: Object.fromEntries(values) }) };
    const near = errorKind({ ...shared, kinds }, kind) ?? {};
    if (canonical(own) !== canonical(near)) kinds[kind] = own;
  }
  return Object.keys(kinds).length === 0 ? shared : { ...shared, kinds };
}

const formats = ["problem", "enveloped", "object", "text"] as const;

function sharedErrors(templates: readonly Template[]): ErrorsInput {
  // With equal counts, a form with a body: an empty one says nothing about kinds that were not seen.
  const [usual = []] = groupBySize(
    templates.toSorted((one, other) => Number(one.body === "") - Number(other.body === "")),
    ({ contentType, body }) => canonical([contentType, describeShape(body)]),
  );
  const format = formats.find((name) => {
    const known = errorTemplate({ format: name });
    const { length } = templates.filter((template) => readValues(template, known) !== undefined);
    return length > 0 && length >= usual.length;
  });
  if (format !== undefined) return { format };
  const samples = usual.map((template) => ({ value: template.body, placeholders: {} }));
  const body = inferTemplate(samples, (values) => mergeValues(values, false)) ?? null;
  return { format: "template", contentType: usual[0]?.contentType ?? null, body };
}

/** As in the known formats. */
function areFieldErrors(value: Json): boolean {
  return (
    Array.isArray(value) &&
    value.every((item) => isObject(item) && Object.hasOwn(item, "field") && Object.keys(item).length === 2)
  );
}

/** The values of a shared template's placeholders in that of a kind; `undefined` if it does not have its form. */
function readValues(
  { kind, contentType, body }: Template,
  shared: ErrorTemplate,
): ReadonlyMap<string, Json> | undefined {
  const isLine = (template: Json): boolean => typeof template === "string" && template.endsWith("\n");
  if (contentType !== shared.contentType || isLine(body) !== isLine(shared.body)) return undefined;
  const captures = capturesIn(shared.body, typeof body === "string" ? body.replace(/\n$/, "") : body, "{{status}}");
  // Where wrong fields have a place, an invalid body names some.
  const isNaming = kind !== "invalidBody" || !JSON.stringify(shared.body).includes("{{errors}}");
  if (captures === undefined || !(isNaming || captures.some(([name]) => name === "errors"))) return undefined;
  const values = new Map<string, Json>();
  for (const [name, captured] of captures) {
    const value = toJson(captured);
    // The mock has a text of its own.
    const isOwn = typeof value === "string" && value.includes(`{{${name}}}`);
    if (isOwn || (name === "errors" && areFieldErrors(value))) continue;
    // One placeholder cannot have two values.
    const isOther = values.has(name) && values.get(name) !== value;
    if (isOther || (typeof value === "object" && value !== null)) return undefined;
    values.set(name, value);
  }
  return values;
}

/**
 * Texts that differ have a placeholder for the part in which they do; other values are left out.
 * @param isMember whether a text that differs differs as a whole
 */
function mergeValues(values: readonly (Json | undefined)[], isMember: boolean): string {
  if (!values.every((value) => typeof value === "string")) return "{{varies}}";
  // A kind may have another text in its place.
  if (values.filter((value) => value === "{{title}}").length * 2 > values.length) return "{{title}}";
  const shared = sharedStart(values);
  const isWhole = isMember && !shared.includes("{{field}}");
  // What is shared ends and begins at a sign: other words belong to the message.
  const start = isWhole ? "" : (/^.*(?:[:>()[\]"'|=#;\n]|\}\})\s*/s.exec(shared)?.[0] ?? "");
  const rests = values.map((text) => text.slice(start.length));
  const end = isWhole ? "" : (/\s*[<>()[\]"|;\n].*$/s.exec(sharedEnd(rests))?.[0] ?? "");
  // A word that reads like an identifier is a code, any other text a message, or a reason if it would name the field again.
  const isCode = rests.every((text) =>
    /^(?:[A-Za-z][\w.:/-]{0,80}|\{\{code\}\})$/.test(text.slice(0, text.length - end.length)),
  );
  const text = start.includes("{{field}}") ? "{{reason}}" : "{{message}}";
  return start + (isCode ? "{{code}}" : text) + end;
}

/** The names and types of all members. */
function describeShape(value: Json, fields: readonly string[] = []): Json {
  if (Array.isArray(value)) {
    const shapes = value.map((item) => describeShape(item, fields));
    return [...new Map(shapes.map((shape) => [canonical(shape), shape])).values()];
  }
  if (!isObject(value)) return value === null ? "null" : typeof value;
  const names = Object.keys(value);
  if (names.length > 0 && names.every((name) => fields.includes(name))) return "fields";
  return Object.fromEntries(names.map((name) => [name, describeShape(value[name] ?? null, fields)]));
}

/** The body of a failure: JSON with members or items, or a text. */
function parseBody({ response: { body } }: Answer): Json {
  const json = parseJson(body);
  if (isObject(json) || Array.isArray(json)) return toJson(json);
  return scripts.test(body) ? "{{varies}}" : body;
}

function formKey(exchange: Answer, fields: readonly string[]): string {
  return canonical([exchange.response.headers["content-type"] ?? null, describeShape(parseBody(exchange), fields)]);
}

/** Scripts and event handlers: a mock must not run what a service sent. */
const scripts = /<script|<[a-z][^>]*\son[a-z]+\s*=|\bjavascript:/i;

function toSample({ kind, exchange }: Failure, required: readonly string[], fields: readonly string[]): Sample {
  const { request, response, probe } = exchange;
  const { status } = response;
  const path = probe.path ?? new URL(request.url).pathname;
  const id = probe.id ?? matchPath(path)?.id;
  const title = statusText(status);
  const wrong = wrongIn(kind, exchange, required);
  return {
    value: parseBody(exchange),
    placeholders: {
      status,
      title,
      method: request.method,
      path,
      id: id === undefined ? undefined : percentDecoded(id),
    },
    wrong: new Set(wrong.length > 0 || (!isOfBody(kind) && kind !== "conflict") ? wrong : fields),
  };
}

/** The fields that are wrong in a body: those that it lacks, or all if it is not an object; or the wrong parameter. */
function wrongIn(kind: FailureKind, { probe, request }: Answer, required: readonly string[]): readonly string[] {
  if (kind === "badParameter" || kind === "beyondLast") {
    const names = Object.keys(probe.query ?? {});
    return names.length === 0 && probe.id !== undefined ? ["id"] : names.slice(-1);
  }
  if (!isOfBody(kind)) return [];
  const sent = tryParseJson(request.body ?? "");
  if (!isObject(sent)) return required;
  const lacking = required.filter((name) => !Object.hasOwn(sent, name));
  return Object.hasOwn(sent, unknownField) ? [...lacking, unknownField] : lacking;
}

/** Content type and body of failures (§7). */
export const errorPoints: readonly OpenPoint[] = [
  {
    key: "errors",
    stage: "log",
    operations: operationIds,
    requirement: "DECL-18",
    observedBy: ["OBS-15"],
    subject: "a failure is",
    say: describeErrors,
    read: async (reader, operation) =>
      reader.tries ? readAllErrors(reader) : inferErrors(reader, await readFailures(reader, operation), []),
    check: checkEach(findRejections, (declared, { response, as }) =>
      errorProblem(response, errorsSchema.parse(declared), as === "none" ? "missingToken" : "notFound"),
    ),
  },
];
