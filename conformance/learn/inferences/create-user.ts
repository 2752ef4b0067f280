import { readEnvelope } from "../../target/envelope.ts";
import { creation, type Creation } from "../facts/creation.ts";
import { fullCreation, unknownField } from "../facts/full-creation.ts";
import { uniqueFields } from "../facts/unique-fields.ts";
import { serviceValues, type ServiceValues } from "../generalise/service-values.ts";
import { certain, isUnset, likely, unset, type Answer, type Finding, type Unset } from "../finding.ts";
import type { Inferences } from "../inference.ts";
import { shared, type Learning } from "../learning.ts";
import { createdId, createdLocation } from "./created-id.ts";

/** `createUser`: the body of user creation, its rules and its reply (§1, §4); for which two users are created. */
export const createUser = {
  "createUser.required": required,
  "createUser.unknownFields": unknownFields,
  "createUser.defaults": (learning) => ofService(learning, "defaults"),
  "createUser.generated": (learning) => ofService(learning, "generated"),
  "createUser.returns": returns,
} satisfies Partial<Inferences>;

/** What may take a third. */
export const createdUsers = {
  "createUser.unique": unique,
  "createUser.id": createdId,
  "createUser.location": createdLocation,
} satisfies Partial<Inferences>;

async function required(learning: Learning): Promise<Finding> {
  const known = await creation(learning);
  if (isUnset(known)) return known;
  const names = known.required.map(({ name }) => name);
  return certain(names, [...known.refusals.slice(0, 4), known.minimal.answer]);
}

async function unique(learning: Learning): Promise<Finding> {
  const known = await uniqueFields(learning);
  if (isUnset(known)) return known;
  const { fields, untried, evidence } = known;
  if (untried.length === 0) return certain([...fields], evidence);
  return likely([...fields], evidence, `${untried.join(", ")} could not be tried without a user more`);
}

async function unknownFields(learning: Learning): Promise<Finding> {
  const known = await fullCreation(learning);
  if (isUnset(known)) return known;
  const { full, refusal } = known;
  if (refusal !== undefined) return certain("reject", [refusal, full.answer]);
  if (full.record === undefined) return unset("no reply and no list shows what became of the field");
  return certain(Object.hasOwn(full.record, unknownField) ? "keep" : "drop", [full.answer]);
}

const valuesOfService = shared(
  async (learning: Learning): Promise<{ values: ServiceValues; answers: readonly Answer[] } | Unset> => {
    const known = await creation(learning);
    if (isUnset(known)) return known;
    const full = await fullCreation(learning);
    const made = withRecord(known.minimal);
    const other = isUnset(full) ? undefined : withRecord(full.full);
    if (made === undefined) return unset("no reply and no list shows the user who was created");
    const answers = [known.minimal.answer, ...(isUnset(full) ? [] : [full.full.answer])];
    return { values: serviceValues(made, other), answers };
  },
);

function withRecord({ sent, record }: Creation): Parameters<typeof serviceValues>[0] | undefined {
  return record === undefined ? undefined : { sent, record: without(record, unknownField) };
}

function without(record: Readonly<Record<string, unknown>>, field: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
}

async function ofService(learning: Learning, key: "defaults" | "generated"): Promise<Finding> {
  const known = await valuesOfService(learning);
  if (isUnset(known)) return known;
  const { values, answers } = known;
  if (key === "generated" || values.doubtful.length === 0) return certain({ ...values[key] }, answers);
  return likely({ ...values[key] }, answers, `a body may not be able to set ${values.doubtful.join(", ")}`);
}

async function returns(learning: Learning): Promise<Finding> {
  const known = await creation(learning);
  if (isUnset(known)) return known;
  const { answer } = known.minimal;
  const { data } = readEnvelope(answer.exchange.response);
  if (data === undefined || data.length > 1) return unset("the reply to a creation holds neither the user nor nothing");
  return certain(data.length === 1 ? "record" : "nothing", [answer]);
}
