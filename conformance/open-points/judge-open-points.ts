import { operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { type Json, isObject, jsonText, own, membersOf, jsonType } from "../../fixtures/values/json.ts";
import { shortened } from "../../fixtures/values/text.ts";
import { skippedAt, type Check, readsOtherAccount } from "../log/rule.ts";
import { isSuccess } from "../target/exchange.ts";
import { fillTargetDialect } from "../target/dialect.ts";
import { writesAreOff } from "../log/model.ts";
import {
  isSameValue,
  plainly,
  type OpenPoint,
  type Reading,
  inWords,
  reading,
  describeSchema,
  fieldsInWords,
} from "./open-point.ts";
import { findPoints, openPointRows } from "./open-points.ts";
import {
  NotApplicable,
  NotShown,
  orNotShown,
  type Reader,
  NotServed,
  readAllShown,
  recordsIn,
  type Answer,
} from "./reader.ts";
import { recordKinds, withArticle, type RecordKind } from "../../fixtures/contract/record-kinds.ts";
import { resources } from "../../fixtures/contract/resources.ts";
import { readEnvelope, readJson } from "../target/envelope.ts";
import { readOtherAccount } from "./subscriptions.ts";
import { repeatedWords, inferSchema } from "./formats.ts";
import { readSample } from "./samples.ts";

/** Reads what a target does at the open points of a requirement, and compares it with what its dialect declares. */
export async function judgeDeclared(reader: Reader, requirement: string, operation: OperationId): Promise<Check> {
  const skip = (message: string, lack: Check["lack"]): Check => skippedAt({ requirement, operation }, message, lack);
  if (reader.target.dialect === undefined) return skip("not declared: no dialect is given (--dialect)", "dialect");
  const points = findPoints(requirement).filter((point) => point.operations.includes(operation));
  const declared = points.filter(({ key }) => reader.declared(key) !== undefined);
  if (declared.length === 0) {
    const likely = points.find(({ key }) => fillTargetDialect(reader.target)?.likely.includes(key));
    const why = likely === undefined ? `the dialect does not say ${points[0]?.key}` : `${likely.key} is only likely`;
    return skip(`not declared: ${why}`, "nothing");
  }
  if (operations[operation].shape === "create" && !reader.target.allowWrites) return skip(writesAreOff, "writes");
  const checks: Check[] = [];
  for (const point of declared) {
    const judged = await orNotShown(comparePoint(reader, point, operation));
    checks.push({ requirement, operation, ...(judged instanceof NotShown ? explainNotShown(judged) : judged) });
  }
  return chooseWorst(checks);
}

const severity: readonly Check["status"][] = ["failed", "inconclusive", "skipped", "passed"];

/** One check for several open points of one requirement: the most severe status, with all that was found of it. */
function chooseWorst(all: readonly Check[]): Check {
  const applicable = all.filter(({ lack }) => lack !== "nothing");
  const checks = applicable.length > 0 ? applicable : all;
  const status = severity.find((candidate) => checks.some((check) => check.status === candidate));
  const worst = checks.filter((check) => check.status === status);
  const [first] = worst;
  if (first === undefined) throw new Error("there are no checks");
  return {
    ...first,
    message: [...new Set(worst.map(({ message }) => message))].join("; "),
    exchanges: worst.flatMap(({ exchanges }) => exchanges),
    lack: worst.find(({ lack }) => lack !== undefined)?.lack,
  };
}

type Judgement = Pick<Check, "status" | "message" | "exchanges" | "lack">;

/** Compares what a target does at an open point with what its dialect declares; what differs is read again. */
async function comparePoint(reader: Reader, point: OpenPoint, operation: OperationId): Promise<Judgement> {
  const { key, read, check } = point;
  const declared = reader.declared(key) ?? null;
  const compare = async (asked: Reader): Promise<Reading> => {
    const current = await (check?.(declared, asked, operation) ?? read(asked, operation));
    return { ...current, problem: describeDifference(asked, point, declared, current) };
  };
  const { value, exchanges, doubt, note, problem } = await compare(reader);
  const remark = note === undefined ? "" : ` (${note})`;
  if (problem === undefined) return { status: "passed", message: inWords(point, value) + remark, exchanges };
  if (doubt !== undefined) return { status: "inconclusive", message: `${problem} (${doubt})`, exchanges };
  const again = await compare(reader.again());
  if (again.problem !== undefined)
    return { status: "failed", message: again.problem, exchanges: again.exchanges.toReversed() };
  const message = `${problem}; but asked again: ${inWords(point, again.value)}`;
  return { status: "inconclusive", message, exchanges };
}

function explainNotShown({ message, exchanges, isInconclusive, lack }: NotShown): Judgement {
  return isInconclusive
    ? { status: "inconclusive", message, exchanges }
    : { status: "skipped", message, exchanges: [], lack };
}

/** How a reading differs from what is declared, with the key; `undefined` if it does not. */
function describeDifference(reader: Reader, point: OpenPoint, declared: Json, current: Reading): string | undefined {
  const { key, fits = isSameValue, rejectedAs } = point;
  const { value, exchanges, problem, unproven } = current;
  const declaration = (wanted: Json, at = key): string =>
    `; the dialect declares ${shortened(JSON.stringify(wanted), 200)} (${at})`;
  if (problem !== undefined) return problem + declaration(declared);
  if (unproven !== undefined && (declared === value || Number(declared) > Number(value))) throw unproven;
  if (!fits(declared, value)) return inWords(point, value) + declaration(declared);
  const statusKey = `statuses.failure.${rejectedAs}`;
  const declaredStatus = rejectedAs && reader.declared(statusKey);
  const rejection = exchanges.at(-1);
  const isRejecting = value === "reject" || typeof value === "number" || Array.isArray(value);
  if (!isRejecting || declaredStatus === undefined || rejection === undefined || isSuccess(rejection)) return undefined;
  const { status = declaredStatus } = rejection.response ?? {};
  return status === declaredStatus
    ? undefined
    : `${inWords(point, value)}: with ${plainly(status)}${declaration(declaredStatus, statusKey)}`;
}

/** An open point as a report has it; some are in no dialect. */
type Observed = Pick<OpenPoint, "key" | "stage" | "subject" | "say" | "read">;

/** A point that the plain request of an operation shows. */
function showBySample(
  key: string,
  subject: string,
  say: (value: Json) => string,
  readValue: (exchange: Answer) => Json | undefined,
): Observed {
  return {
    key,
    subject,
    say,
    read: async (reader, operation): Promise<Reading> => {
      const { exchange } = await readSample(reader, operation);
      const value = readValue(exchange);
      if (value === undefined) throw new NotApplicable("nothing shows this");
      return reading(value, [exchange]);
    },
  };
}

const fields = (kind: RecordKind): Observed =>
  showBySample(`records.${kind}`, `${withArticle(kind)} has`, describeSchema, (exchange) => {
    const records = recordsIn(exchange);
    return records.length === 0 ? undefined : inferSchema(records, false);
  });

const stateName = /(^|[_-])(status|state|phase|stage|lifecycle)$|(Status|State|Phase|Stage|Lifecycle)$/;

const states = showBySample(
  "observed.states",
  "states are shown by",
  (value) => {
    const members = Object.entries(membersOf(value));
    const all = members
      .map(([name, words]) =>
        Array.isArray(words) && words.length > 0 ? `${name} (${words.map(jsonText).join(", ")})` : name,
      )
      .join(", ");
    return all === "" ? "no field of a record" : all;
  },
  (exchange) => {
    const records = recordsIn(exchange);
    const names = [...new Set(records.flatMap((record) => Object.keys(record)))].filter((name) => stateName.test(name));
    const words = (name: string): Json => repeatedWords(records.map((record) => own(record, name))) ?? [];
    return records.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, words(name)]));
  },
);

const elements = showBySample("observed.elements", "elements of `data` are:", fieldsInWords, (exchange) => {
  const { data = [] } = readEnvelope(exchange.response);
  return data.length === 0 ? undefined : [...new Set(data.map(jsonType))];
});

const createBody = showBySample(
  "observed.createBody",
  "createUser accepted a body with",
  describeSchema,
  ({ request }) => {
    const body = readJson({ body: request.body ?? "" });
    return isObject(body) ? inferSchema([body], false) : undefined;
  },
);

/** Headers that orgkit sends with every request. */
const ownHeaders = new Set(["accept", "user-agent", "authorization", "content-type", "content-length", "host"]);

const furtherHeaders = showBySample(
  "observed.furtherHeaders",
  "further headers in the accepted request:",
  (value) => (Array.isArray(value) && value.length > 0 ? fieldsInWords(value) : "none"),
  ({ request }) =>
    Object.keys(request.headers)
      .map((name) => name.toLowerCase())
      .filter((name) => !ownHeaders.has(name)),
);

const cors = showBySample("observed.cors", "browsers may read a response from", String, ({ response }) =>
  response.headers["access-control-allow-origin"] === "*" ? "any origin" : undefined,
);

const deprecation = showBySample(
  "observed.deprecation",
  "a deprecation is announced by",
  fieldsInWords,
  ({ response }) => {
    const announced = ["deprecation", "sunset"].filter((name) => response.headers[name] !== undefined);
    return announced.length === 0 ? undefined : announced;
  },
);

/** A status code that some exchange of the run got. */
function showStatus(status: number, subject: string): Observed {
  return {
    key: `observed.${status}`,
    subject,
    read: async (reader, operation) => {
      const exchange = reader.log.find((one) => one.operation === operation && one.response?.status === status);
      if (exchange === undefined) throw new NotApplicable("nothing shows this");
      return reading(status, [exchange]);
    },
  };
}

/** Whether a token reads a subscription of the other account, which the document leaves open. */
const otherAccount: Observed = {
  key: readsOtherAccount,
  subject: "another account's subscription is",
  read: async (reader, operation) => {
    const { isRead, owner, asker, id, exchanges } = await readOtherAccount(reader, operation);
    const what = `subscription "${id}" of the ${owner}`;
    const words = isRead
      ? `the ${asker} account's token reads ${what}; the document does not say whether it may`
      : `the ${asker} account's token gets ${exchanges[1].response.status} for ${what}`;
    return reading(isRead, exchanges.toReversed(), { words });
  },
};

/** What reports observe besides dialect keys. */
const ownPoints: Readonly<Record<string, readonly Observed[]>> = {
  ...Object.fromEntries(recordKinds.map((kind) => [resources[kind].observed, [fields(kind)]])),
  "OBS-04": [states],
  "OBS-08": [createBody],
  "OBS-11": [elements],
  "OBS-13": [furtherHeaders, cors],
  "OBS-16": [showStatus(429, "a request over the rate limit gets")],
  "OBS-18": [showStatus(413, "a body too large gets")],
  "OBS-19": [deprecation],
  "SCOPE-02": [otherAccount],
};

const noRecords = "there are no records";
const noFailure = "this run received no failure";

/** What to say if nothing is shown; by default, why not. */
const otherwise: Readonly<Record<string, string>> = {
  ...Object.fromEntries(recordKinds.map((kind) => [resources[kind].observed, noRecords])),
  "OBS-04": noRecords,
  "OBS-05": "no common parameter leads to another page",
  "OBS-08": "the response does not describe the body",
  "OBS-09": "no id is known",
  "OBS-10": "no request succeeded",
  "OBS-11": noRecords,
  "OBS-12": "this run shows nothing about tokens beyond §5",
  "OBS-13": "no request succeeded",
  "OBS-14": noFailure,
  "OBS-15": noFailure,
  "OBS-16": "no sign of a rate limit: no header, and no 429",
  "OBS-17": "the plain list has all records, so the page size is unknown",
  "OBS-18": "not probed",
  "OBS-19": "no response announces a deprecation",
};

/** Says what a target does at an open point, by a few requests that most runs have sent anyway. */
export async function observe(reader: Reader, requirement: string, operation: OperationId): Promise<Check> {
  const at = { requirement, operation };
  if (operations[operation].shape === "create" && !reader.target.allowWrites)
    return skippedAt(at, writesAreOff, "writes");
  const rows = openPointRows.filter(
    (row) => row.observedBy?.includes(requirement) === true && row.operations.includes(operation),
  );
  const readings = await orNotShown(
    readAllShown([...rows, ...(own(ownPoints, requirement) ?? [])], async (point) => ({
      ...(await readObserved(reader, point, operation)),
      point,
    })),
  );
  if (readings instanceof NotShown) {
    const { message, lack } = readings;
    const usual = own(otherwise, requirement);
    return usual === undefined || readings instanceof NotServed || (lack !== undefined && lack !== "nothing")
      ? skippedAt(at, message, lack)
      : skippedAt(at, usual, "nothing");
  }
  return {
    ...at,
    status: "observed",
    message: readings.map(({ point, value, problem, words = problem }) => words ?? inWords(point, value)).join(", "),
    exchanges: readings.flatMap(({ exchanges }) => exchanges),
    observations: readings.flatMap(({ point: { key }, value, problem }) =>
      problem === undefined ? [{ key, value }] : [],
    ),
  };
}

async function readObserved(reader: Reader, { key, stage, read }: Observed, operation: OperationId): Promise<Reading> {
  if (stage === "fields") {
    // To find it out takes many requests.
    const declared = reader.declared(key);
    if (declared !== undefined) return reading(declared, []);
    throw new NotShown("not probed: no dialect declares the parameters (--dialect)", { lack: "dialect" });
  }
  const { unproven, ...shown } = await read(reader, operation);
  if (unproven !== undefined) throw unproven;
  // A list that comes whole may have pages of any larger size.
  if (shown.doubt !== undefined && key.startsWith("paging.")) throw new NotApplicable(shown.doubt);
  return shown;
}
