/** Where a text stops being JSON, and what would have to be there. */
export interface JsonMistake {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  readonly expected: string;
}

/** What may come next. */
const expectations = {
  value: "a value",
  valueOrEnd: "a value or ]",
  name: "a name in quotation marks",
  nameOrEnd: "a name in quotation marks or }",
  colon: ":",
  commaOrEnd: "a comma or the end of the list or object",
  end: "no more text",
} as const;
type Expectation = keyof typeof expectations;

const token =
  /\s*(?:(?<mark>[{}[\],:])|(?<string>"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(?<scalar>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/uy;

/**
 * Browsers say what is wrong with a JSON text each in its own way, and not always where.
 * @returns `undefined` where nothing is wrong
 */
export function jsonMistake(text: string): JsonMistake | undefined {
  const open: ("{" | "[")[] = [];
  let next: Expectation = "value";
  let position = 0;
  while (text.slice(position).trim() !== "") {
    token.lastIndex = position;
    const groups = token.exec(text)?.groups;
    const after: Expectation | undefined = groups && step(next, groups, open);
    if (after === undefined) return at(text, position, next);
    next = after;
    position = token.lastIndex;
  }
  return next === "end" ? undefined : at(text, text.length, next);
}

type Groups = Readonly<Record<string, string | undefined>>;

/** @returns what may come after this token; `undefined` where it may not come */
function step(expected: Expectation, { mark, string }: Groups, open: ("{" | "[")[]): Expectation | undefined {
  const mayBeValue = expected === "value" || expected === "valueOrEnd";
  const mayBeName = expected === "name" || expected === "nameOrEnd";
  if (mark === undefined) {
    if (mayBeName) return string === undefined ? undefined : "colon";
    return mayBeValue ? afterValue(open) : undefined;
  }
  if (mark === ":") return expected === "colon" ? "value" : undefined;
  if (mark === ",") return expected === "commaOrEnd" ? (open.at(-1) === "{" ? "name" : "value") : undefined;
  if (mark === "{" || mark === "[") {
    if (!mayBeValue) return undefined;
    open.push(mark);
    return mark === "{" ? "nameOrEnd" : "valueOrEnd";
  }
  const [opening, whereEmpty] = mark === "}" ? (["{", "nameOrEnd"] as const) : (["[", "valueOrEnd"] as const);
  if (open.at(-1) !== opening || (expected !== "commaOrEnd" && expected !== whereEmpty)) return undefined;
  open.pop();
  return afterValue(open);
}

function afterValue(open: readonly string[]): Expectation {
  return open.length === 0 ? "end" : "commaOrEnd";
}

function at(text: string, position: number, expectation: Expectation): JsonMistake {
  const rest = text.slice(position);
  const before = text.slice(0, position + (rest.length - rest.trimStart().length)).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, expected: expectations[expectation] };
}
