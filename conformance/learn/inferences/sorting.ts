import { isSuccess } from "../../target/exchange.ts";
import { isListing, isRefused, readList, type ListName } from "../facts/list.ts";
import { sortFields } from "../facts/sort-fields.ts";
import { noSuchField, sortOfLists, type SortParameter } from "../facts/sort-parameter.ts";
import { alike, certain, isUnset, likely, unset, type Answer, type Finding } from "../finding.ts";
import type { Inferences } from "../inference.ts";
import type { Learning } from "../learning.ts";

const lists: readonly ListName[] = ["users", "invoices"];

/** `sorting`: the style and names of its parameters, and the fields of each list. */
export const sorting = {
  "sorting.style": sortStyle,
  "sorting.parameter": (learning) => onParameter(learning, ({ parameter, evidence }) => certain(parameter, evidence)),
  "sorting.orderParameter": (learning) => onParameter(learning, orderParameter),
  "sorting.users": (learning) => fields(learning, "users"),
  "sorting.invoices": (learning) => fields(learning, "invoices"),
  "sorting.unknownField": (learning) => onParameter(learning, (parameter) => unknownField(learning, parameter)),
} satisfies Partial<Inferences>;

async function sortStyle(learning: Learning): Promise<Finding> {
  const parameter = await sortOfLists(learning);
  if (parameter === "none") return likely("none", [], "no parameter of a known name changed the order");
  if (isUnset(parameter)) return parameter;
  const { style, orderParameter: order, evidence } = parameter;
  if (style === "signed" || order !== undefined) return certain(style, evidence);
  return likely(style, evidence, "no parameter of a known name turns the order");
}

async function onParameter(
  learning: Learning,
  tell: (parameter: SortParameter) => Finding | Promise<Finding>,
): Promise<Finding> {
  const parameter = await sortOfLists(learning);
  if (parameter === "none") return unset("no parameter of a known name sorts the lists");
  return isUnset(parameter) ? parameter : tell(parameter);
}

function orderParameter({ style, orderParameter: name, evidence }: SortParameter): Finding {
  if (style === "signed") return unset("a minus turns the order");
  return name === undefined ? unset("no parameter of a known name turns the order") : certain(name, evidence);
}

/** What a field that there is not gets, in both lists. */
async function unknownField(learning: Learning, { parameter }: SortParameter): Promise<Finding> {
  const answers: Answer[] = [];
  for (const list of lists) {
    const reading = await readList(learning, list, { [parameter]: noSuchField });
    if (isListing(reading)) answers.push(reading.answer);
    else if (isRefused(reading)) answers.push(reading.refused);
  }
  return alike(answers, ({ exchange }) => (isSuccess(exchange) ? "ignore" : "reject"));
}

async function fields(learning: Learning, list: ListName): Promise<Finding> {
  const parameter = await sortOfLists(learning);
  if (parameter === "none") return unset("no parameter of a known name sorts the lists");
  if (isUnset(parameter)) return parameter;
  const found = await sortFields(learning, list, parameter);
  if (isUnset(found)) return found;
  const { evidence } = found;
  if (found.alike.length === 0) return certain([...found.fields], evidence, "of the fields that records show");
  return likely([...found.fields], evidence, `all records seen are alike in ${found.alike.join(", ")}`);
}
