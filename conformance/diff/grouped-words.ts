/** What is said of one of several things, and of which. */
type Statement = readonly [kind: string, value: string];

/** Clauses that say one thing of one kind. */
const clauses: readonly RegExp[] = [
  /^(?<kind>`bearer` in lower case|a smaller size|a greater size) (?<value>is .+)$/,
  /^(?<value>\d+) (?<kind>records where no size is asked for)$/,
];

/** `401 for no token`, with which a list of kinds begins. */
const group = /^(?<value>.+) for (?<kinds>(?:no|an?|other|another|the) .+)$/;

/**
 * What an observation says of several things at once, taken apart: `401 for no token and an altered token, 404 for an
 * unknown id` is three statements.
 * @returns `undefined` where it is not of this form
 */
export function statementsByKind(text: string): ReadonlyMap<string, string> | undefined {
  const statements: Statement[] = [];
  let value: string | undefined;
  for (const part of partsOf(text)) {
    const clause = clauses.map((pattern) => pattern.exec(part)?.groups).find((groups) => groups !== undefined);
    const opening = group.exec(part)?.groups;
    // Whose tokens there were is the run's, and no choice of the target.
    if (part === "tokens of two accounts are accepted") continue;
    if (clause !== undefined) statements.push([clause["kind"] ?? "", clause["value"] ?? ""]);
    else {
      value = opening?.["value"] ?? value;
      if (value === undefined) return undefined;
      for (const kind of (opening?.["kinds"] ?? part).split(" and ")) statements.push([kind, value]);
    }
  }
  return new Map(statements);
}

/** The parts between commas that stand in no brackets. */
function partsOf(text: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if ("([{".includes(character)) depth += 1;
    if (")]}".includes(character)) depth -= 1;
    if (character === "," && depth === 0) parts.push("");
    else parts.push((parts.pop() ?? "") + character);
  }
  return parts.map((part) => part.trim());
}

/** The fields that an observation lists: `id: text, seenAt: text or null` by name. */
export function statementsByField(text: string): ReadonlyMap<string, string> {
  const parts = partsOf(text.replace(/^objects with /, ""));
  return new Map(
    parts.flatMap((part) => {
      const [, name, type] = /^([^\s,()]+): (.+)$/.exec(part) ?? [];
      return name === undefined || type === undefined ? [] : [[name, type] as const];
    }),
  );
}
