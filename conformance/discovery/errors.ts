import { matchPath } from "../../fixtures/contract/operations.ts";
import { failureKindSchema, type FailureKind } from "../../fixtures/dialect/statuses.ts";
import { isObject } from "../../fixtures/json.ts";
import { percentDecoded } from "../../fixtures/percent-decoded.ts";
import { unknownField } from "../target/body.ts";
import { parseJson } from "../target/parse-json.ts";
import { fieldsOfUsers, namesOf, type Field } from "./create-body.ts";
import { creation } from "./creation.ts";
import { isSameFailure } from "./failure-text.ts";
import { errorsOf } from "./generalize/error-template.ts";
import type { FailureSample } from "./generalize/failure-sample.ts";
import { certain, ifKnown, likely, Unset, type Answer, type Found } from "./observation.ts";
import { operationOf, answersOf, ask, type Source } from "./source.ts";
import { failuresOfKind } from "./statuses.ts";
import { illFormed } from "./subscriptions.ts";

/** A failure of a kind, and its request. */
interface Failure {
  readonly answer: Answer;
  readonly sample: FailureSample;
}

/**
 * Content type and body of the failures of each kind (§7). Uses the rejections that showed status codes; a second
 * unknown path shows whether the response is constant.
 */
export async function errors(source: Source): Promise<Found> {
  const failures: Failure[] = [];
  const { required = [] } = (await ifKnown(creation(source))) ?? {};
  for (const kind of failureKindSchema.options) {
    const answers = (await ifKnown(failuresOfKind(source, kind))) ?? [];
    // If one operation accepts requests without a token, the others may still reject them.
    if (kind === "missingToken" && answers.length === 0) {
      answers.push(...answersOf(source).filter(({ call }) => call.as === "none" && operationOf(call) !== undefined));
    }
    if (kind === "unknownPath") answers.push(...(await secondUnknownPath(source, answers[0])));
    if (kind === "notFound") {
      const other = await ifKnown(illFormed(source));
      if (other?.value === "notFound") answers.push(other.answer);
    }
    for (const answer of new Set(answers)) {
      const { status } = answer.exchange.response;
      if (status >= 300 && status < 500)
        failures.push({ answer, sample: { ...sampleOf(answer, kind), wrong: wrongIn(answer, kind, required) } });
    }
  }
  if (failures.length === 0) throw new Unset("no request was rejected");
  const fields = new Set([unknownField, ...namesOf((await ifKnown(fieldsOfUsers(source))) ?? [])]);
  const { value, others } = errorsOf(
    failures.map(({ sample }) => sample),
    fields,
  );
  // If one operation differs, it would fail the other ones' form (DECL-18).
  const mixed = others.find(({ kind, status }) => status >= 400 && (kind === "missingToken" || kind === "notFound"));
  if (mixed !== undefined) throw new Unset(`failures of one kind (${mixed.kind}) have several formats`);
  const evidence = [...new Map(failures.map(({ answer, sample }) => [sample.kind, answer])).values()];
  const seen = failures.map(({ sample }) => sample.kind);
  const once = seen.filter((kind) => seen.filter((other) => other === kind).length === 1);
  const notes = [
    ...(once.length === 0 ? [] : [`seen once: ${once.join(", ")}`]),
    ...(others.length === 0 ? [] : [`some differ: ${[...new Set(others.map(({ kind }) => kind))].join(", ")}`]),
  ];
  return notes.length === 0 ? certain({ ...value }, evidence) : likely({ ...value }, evidence, notes.join("; "));
}

/** The response to another unknown path: to that of another version, if it is the same. */
async function secondUnknownPath(source: Source, first: Answer | undefined): Promise<readonly Answer[]> {
  if (first === undefined) return [];
  const others = answersOf(source).filter(
    ({ call, exchange }) =>
      (call.path === "/users" || call.path === "/api/v2/users") &&
      call.as === undefined &&
      exchange.response.body === first.exchange.response.body,
  );
  const same = others.find((other) => isSameFailure(first, other));
  const path = "/api/v1/users/orgkit/no-such-path";
  const second = same ?? (await ifKnown(ask(source, { operation: "listUsers", path })));
  return second === undefined ? [] : [second];
}

/**
 * The fields that are wrong in a body: those that it lacks, or all if it is not an object. Or the parameter that is
 * wrong, if a request has one.
 */
function wrongIn(
  { call, exchange }: Answer,
  kind: FailureKind,
  required: readonly Field[],
): readonly string[] | undefined {
  if (kind === "badParameter" || kind === "beyondLast") {
    const names = Object.keys(call.query ?? {});
    return names.length === 0 && matchPath(pathOf({ call, exchange }))?.id !== undefined ? ["id"] : names.slice(0, 2);
  }
  if (required.some(({ values }) => isObject(values[0]))) return undefined;
  const names = required.map(({ name }) => name);
  if (kind === "unreadableBody" || kind === "unsupportedMediaType") return names;
  if (kind !== "invalidBody") return undefined;
  const sent = parseJson(exchange.request.body ?? "");
  if (!isObject(sent)) return undefined;
  const lacking = names.filter((name) => !Object.hasOwn(sent, name));
  return Object.hasOwn(sent, unknownField) ? [...lacking, unknownField] : lacking;
}

/** A page without its scripts and event handlers: a mock must not run what a service sent. */
export function withoutScripts(text: string): string {
  if (!/<[a-z]/i.test(text)) return text;
  return text
    .replaceAll(/<script\b(?:(?!<\/script)[^])*(?:<\/script\s*>|$)/gi, "{{varies}}")
    .replaceAll(/\son[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+)/gi, "{{varies}}")
    .replaceAll(/\bjavascript:[^"'\s>]*/gi, "{{varies}}");
}

function pathOf({ call, exchange }: Answer): string {
  return call.path ?? new URL(exchange.request.url).pathname;
}

function sampleOf({ call, exchange }: Answer, kind: FailureSample["kind"]): FailureSample {
  const { status, headers, body } = exchange.response;
  const path = pathOf({ call, exchange });
  const id = call.id ?? matchPath(path)?.id;
  return {
    kind,
    status,
    contentType: headers["content-type"] ?? "",
    body: withoutScripts(body),
    method: exchange.request.method,
    path,
    id: id === undefined ? undefined : percentDecoded(id),
  };
}
