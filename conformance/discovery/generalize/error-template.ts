import { isObject, type Json } from "../../../fixtures/json.ts";
import { own } from "../../../fixtures/own.ts";
import { errorKind, errorTemplate, type ErrorTemplate } from "../../../fixtures/dialect/error-templates.ts";
import type { ErrorKind, Errors } from "../../../fixtures/dialect/errors.ts";
import { failureKindSchema, type FailureKind } from "../../../fixtures/dialect/statuses.ts";
import { capturesIn, capturesInText, type Capture } from "../matches-template.ts";
import { canonical } from "../../target/records.ts";
import { generalize, isByField } from "./error-form.ts";
import { withPlaceholders, type FailureSample, type Sample } from "./failure-sample.ts";

/** The failures of one kind with the same form. */
type Form = readonly [Sample, ...Sample[]];

const formats = ["problem", "enveloped", "object", "text"] as const;

/**
 * Generalizes failures to the `errors` of a dialect. The form of most kinds is the shared one.
 * @param fields names of the fields of bodies, which failures may name
 * @returns the value, and the samples that differ from most of their kind
 */
export function errorsOf(
  given: readonly FailureSample[],
  fields: ReadonlySet<string>,
): { readonly value: Errors; readonly others: readonly FailureSample[] } {
  const forms: Form[] = [];
  const others: FailureSample[] = [];
  for (const kind of failureKindSchema.options) {
    const samples = given.filter((sample) => sample.kind === kind);
    const named = fieldsOf(kind, given, fields);
    const byForm = Map.groupBy(samples, (sample) => formOf(withPlaceholders(sample), named));
    const [most = [], ...rest] = [...byForm.values()].toSorted((left, right) => right.length - left.length);
    const [first, ...more] = most.map(withPlaceholders);
    if (first !== undefined) forms.push([first, ...more]);
    others.push(...rest.flat());
  }
  const shared = sharedOf(forms, fields);
  const kinds: { [kind in FailureKind]?: ErrorKind } = {};
  for (const form of forms) {
    const [{ kind }] = form;
    const named = fieldsOf(kind, given, fields);
    const found = kindOf(form, errorTemplate(shared), hasFixedFields(form, named) ? new Set() : named);
    const near = errorKind({ ...shared, kinds }, kind) ?? {};
    if (canonical(found) !== canonical(near)) kinds[kind] = found;
  }
  return { value: Object.keys(kinds).length === 0 ? shared : { ...shared, kinds }, others };
}

/** The names that failures of a kind may have: of a parameter, those that were wrong. */
function fieldsOf(
  kind: FailureKind,
  given: readonly FailureSample[],
  fields: ReadonlySet<string>,
): ReadonlySet<string> {
  if (kind !== "badParameter" && kind !== "beyondLast") return fields;
  return new Set(given.flatMap((sample) => (sample.kind === kind ? (sample.wrong ?? []) : [])));
}

/** The built-in format of most kinds, or else their form. */
function sharedOf(forms: readonly Form[], fields: ReadonlySet<string>): Errors {
  const byForm = [...Map.groupBy(forms, ([sample]) => formOf(sample, fields)).values()];
  // With equal counts, a form with a body: an empty one says nothing about kinds that were not seen.
  const hasBody = ([first]: readonly Form[]): number => Number(first?.[0].body !== "");
  const [most = []] = byForm.toSorted((left, right) => right.length - left.length || hasBody(right) - hasBody(left));
  for (const format of formats) {
    const template = errorTemplate({ format });
    const fitting = forms.filter((form) => valuesIn(form, template) !== undefined);
    const invalid = fitting.find(([{ kind }]) => kind === "invalidBody");
    // The built-in formats name the wrong fields.
    const isNaming = format === "text" || invalid?.every((one) => namesErrors(one, template)) !== false;
    if (fitting.length > 0 && fitting.length >= most.length && isNaming) return { format };
  }
  const samples = most.flat();
  const contentType = samples[0]?.contentType ?? null;
  return { format: "template", contentType, body: generalize(samples.map(statusValue), new Set(), true) };
}

function statusValue({ status, body }: Sample): { readonly status: number; readonly value: Json } {
  return { status, value: body };
}

/** The differences of a kind from the shared template. */
function kindOf(form: Form, shared: ErrorTemplate, fields: ReadonlySet<string>): ErrorKind {
  const values = valuesIn(form, shared);
  if (values !== undefined) return Object.keys(values).length === 0 ? {} : { values };
  const [{ contentType }] = form;
  const body = generalize(form.map(statusValue), fields);
  return {
    ...(contentType === shared.contentType ? {} : { contentType }),
    ...(canonical(body) === canonical(shared.body) ? {} : { body }),
  };
}

/** The fields that a failure names, as words of its body. */
function namesIn({ body }: Sample, fields: ReadonlySet<string>): readonly string[] {
  const words = new Set(JSON.stringify(body).match(/[\w$-]+/g));
  return [...fields].filter((field) => words.has(field));
}

/** Whether all failures have the same body, although it names other fields than those that are wrong. */
function hasFixedFields(form: Form, fields: ReadonlySet<string>): boolean {
  const [{ kind, body }] = form;
  if (kind === "invalidBody" && form.length === 1) return false;
  return (
    form.every((sample) => sample.wrong !== undefined && canonical(sample.body) === canonical(body)) &&
    form.some((sample) => {
      const named = namesIn(sample, fields);
      return named.length > 0 && canonical(named.toSorted()) !== canonical(sample.wrong?.toSorted());
    })
  );
}

/** Parts with a value of the mock's own, if a service varies them. */
const ownWords: ReadonlySet<string> = new Set(["code", "message", "title"]);

/** Constants of a service in the places of placeholders; `undefined` if its failures do not match the template. */
function valuesIn(form: Form, template: ErrorTemplate): Readonly<Record<string, Json>> | undefined {
  const all = form.map((sample) => capturesOf(sample, template));
  const found = new Map<string, Json[]>();
  for (const captures of all) {
    if (captures === undefined) return undefined;
    const names = new Set(captures.map(([name]) => name));
    for (const name of names) {
      const [value, ...more] = new Set(captures.filter((one) => one[0] === name).map(([, one]) => JSON.stringify(one)));
      // One placeholder cannot have two values.
      if (value === undefined || more.length > 0) return undefined;
      const known: Json = JSON.parse(value);
      const isWord = typeof known !== "object" || known === null;
      if (!isWord && !(name === "errors" && areFieldErrors(known))) return undefined;
      found.set(name, [...(found.get(name) ?? []), known]);
    }
  }
  const values = [...found].flatMap(([name, [first = null, ...others]]): [string, Json][] => {
    if (name === "errors" || first === `{{${name}}}`) return [];
    const isFixed = others.every((other) => canonical(other) === canonical(first));
    if (isFixed) return [[name, first]];
    if (typeof first !== "string") return [];
    return ownWords.has(name) ? [] : [[name, "{{message}}"]];
  });
  return Object.fromEntries(values);
}

function capturesOf({ status, contentType, body }: Sample, template: ErrorTemplate): readonly Capture[] | undefined {
  if (contentType !== template.contentType) return undefined;
  if (typeof template.body !== "string") return capturesIn(template.body, body, status);
  if (typeof body !== "string" || template.body.endsWith("\n") !== body.endsWith("\n")) return undefined;
  return capturesInText(template.body, body.replace(/\n$/, ""), status);
}

function namesErrors(sample: Sample, template: ErrorTemplate): boolean {
  return capturesOf(sample, template)?.some(([name]) => name === "errors") === true;
}

/** As in the built-in formats. */
function areFieldErrors(value: Json): boolean {
  return (
    Array.isArray(value) &&
    value.every((item) => isObject(item) && typeof item["field"] === "string" && Object.keys(item).length === 2)
  );
}

/** The names and types of all members, which make up the form of a failure. */
function formOf({ contentType, body }: Sample, fields: ReadonlySet<string>): string {
  const form = (value: Json): Json => {
    if (Array.isArray(value)) return [...new Map(value.map(form).map((item) => [JSON.stringify(item), item])).values()];
    if (!isObject(value)) return value === null ? "null" : typeof value;
    if (isByField(value, fields)) return "fields";
    return Object.keys(value)
      .toSorted()
      .map((name) => [name, form(own(value, name) ?? null)]);
  };
  return JSON.stringify([contentType, form(body)]);
}
