import { placeholdersIn } from "../../fixtures/dialect/placeholders.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { errorInWords, recordValidator } from "../../fixtures/dialect/record-validator.ts";
import { isObject, own, type JsonObject, propertiesOf } from "../../fixtures/values/json.ts";
import { Failure } from "./reply.ts";
import type { FieldError } from "./template.ts";

/** The placeholder of what most other users have. */
export const same = "{{same}}";

/** A wrong field, and the key of the dialect that it violates. */
interface BodyFault extends FieldError {
  readonly rule: string;
}

/** Simulations of tests share a dialect. */
const compiled = new WeakMap<Dialect, UserRules>();

export function userRules(dialect: Dialect): UserRules {
  const rules = compiled.get(dialect) ?? new UserRules(dialect);
  compiled.set(dialect, rules);
  return rules;
}

/** The rules of a dialect for the body of a creation, compiled once: required, known and stored fields, types (§4). */
export class UserRules {
  /** Whether a new user has what most others have: `{{same}}`. */
  readonly copiesOthers: boolean;
  readonly #rules: Dialect["createUser"];
  readonly #shown: readonly string[];
  readonly #known: ReadonlySet<string>;
  /** Fields that the service sets. */
  readonly #generated: readonly string[];
  /** The members of a body that templates copy, such as `user` of `{{body.user.email}}`. */
  readonly #copied: ReadonlySet<string>;
  readonly #validate: ReturnType<typeof recordValidator>;

  constructor({ createUser: rules, records, responses }: Dialect) {
    const templates = JSON.stringify([rules.generated, rules.defaults]);
    const names = placeholdersIn(templates).map((name) => name.split("."));
    this.#rules = rules;
    this.copiesOthers = templates.includes(same);
    this.#shown = Object.keys(propertiesOf(records.user));
    this.#generated = [responses.ids.user ?? "id", ...Object.keys(rules.generated)];
    const declared = Object.keys(propertiesOf(rules.body));
    this.#known = new Set([...this.#shown, ...declared, ...rules.required, ...this.#generated]);
    this.#copied = new Set(names.flatMap(([scope, field]) => (scope === "body" && field !== undefined ? [field] : [])));
    // Required fields come from `createUser.required`. The schema's own `required` is about records, not bodies.
    const { required: _, ...fields } = records.user;
    this.#validate = recordValidator(rules.body ?? fields);
  }

  /** Whether a new user gets the field of the body under its name. */
  isStored(field: string): boolean {
    const schema = own(propertiesOf(this.#rules.body), field);
    const isWriteOnly = isObject(schema) && schema["writeOnly"] === true;
    return (this.#rules.unknownFields === "keep" || this.#known.has(field)) && !isWriteOnly && !this.#isMoved(field);
  }

  /** @throws Failure if a field of the body is missing, unknown or of the wrong type */
  check(body: JsonObject): void {
    const { required, unknownFields } = this.#rules;
    const missing = required.filter((field) => (own(body, field) ?? null) === null);
    const unknown = unknownFields === "reject" ? Object.keys(body).filter((field) => !this.#known.has(field)) : [];
    const faults = [
      ...missing.map((field) => ({ field, message: "is required", rule: "createUser.required" })),
      ...unknown.map((field) => ({ field, message: "is not known", rule: "createUser.unknownFields" })),
      // A required field that is null is listed once, as required. Fields that the service sets are not checked.
      ...this.#findTypeFaults(body, [...this.#generated, ...missing]),
    ];
    const [first] = faults;
    if (first === undefined) return;
    const message = faults.map((fault) => `${fault.field} ${fault.message}`).join("; ");
    throw new Failure("invalidBody", message, { rule: first.rule, errors: faults });
  }

  /** Whether records have the value of a body's field under another name only. */
  #isMoved(field: string): boolean {
    return this.#copied.has(field) && this.#shown.length > 0 && !this.#shown.includes(field);
  }

  /** Finds the first fault of each field, which is the one to fix first. */
  #findTypeFaults(body: JsonObject, unchecked: readonly string[]): readonly BodyFault[] {
    const errors = this.#validate(pickMembers(body, (field) => !unchecked.includes(field)));
    if (errors.length === 0) return [];
    const faults = new Map<string, string>();
    for (const { instanceLocation, keyword, error } of errors) {
      const path = instanceLocation.split("/").slice(1).map(decodePointer);
      const missing = keyword === "required" ? /"([^"]*)"\.$/.exec(error)?.[1] : undefined;
      const field = this.#nameField(missing === undefined ? path : [...path, missing]);
      if (path.length === 0 || field === undefined || keyword === "properties" || faults.has(field)) continue;
      faults.set(field, missing === undefined ? errorInWords({ error }) : "is required");
    }
    const rule = this.#rules.body === null ? "records.user" : "createUser.body";
    return [...faults].map(([field, message]) => ({ field, message, rule }));
  }

  /** Fields in a nested body are named without it. */
  #nameField(path: readonly string[]): string | undefined {
    if (this.#isMoved(path[0] ?? "")) return path.at(-1);
    return this.#rules.body === null ? path[0] : path.join(".");
  }
}

/** RFC 6901 §4, in a URI fragment. */
function decodePointer(token: string): string {
  return decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
}

export function pickMembers(members: JsonObject, isPicked: (name: string) => boolean): JsonObject {
  if (Object.keys(members).every(isPicked)) return members;
  return Object.fromEntries(Object.entries(members).filter(([name]) => isPicked(name)));
}
