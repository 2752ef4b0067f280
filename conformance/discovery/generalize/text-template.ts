// Importing node:http as a module also loads a web client, which takes longer than most commands.
const { STATUS_CODES } = process.getBuiltinModule("node:http");

/** One failure: its status code, and a text in its body. */
export interface StatusText {
  readonly status: number;
  readonly text: string;
}

/** Stands for a placeholder while texts are compared: characters that no text has. */
const marks = { status: "\uE000", title: "\uE001" } as const;

/**
 * Generalizes these texts to a template, with {{status}}, {{title}}, {{code}} and {{message}} for what differs. Text
 * for people becomes one message; a word that reads like an identifier becomes a code.
 */
export function textTemplate(samples: readonly StatusText[]): string {
  const marked = markTitles(markStatuses(samples));
  const template = /<[a-z!][^>]*>/i.test(marked[0] ?? "") ? markupTemplate(marked) : plainTemplate(marked);
  return template.replaceAll(marks.status, "{{status}}").replaceAll(marks.title, "{{title}}");
}

function markStatuses(samples: readonly StatusText[]): readonly StatusText[] {
  const marked = samples.map(({ status, text }) => ({
    status,
    text: text.replaceAll(new RegExp(String.raw`(?<![\w.])${status}(?![\w]|\.\d)`, "g"), marks.status),
  }));
  return marked.every(({ text }) => text.includes(marks.status)) ? marked : samples;
}

function markTitles(samples: readonly StatusText[]): readonly string[] {
  const marked = samples.map(({ status, text }) => {
    const phrase = phrasesOf(status).find((title) => text.includes(title));
    return phrase === undefined ? text : text.replace(phrase, marks.title);
  });
  return marked.every((text) => text.includes(marks.title)) ? marked : samples.map(({ text }) => text);
}

/** If the tags are equal, each text between them has its own template. */
function markupTemplate(texts: readonly string[]): string {
  const parts = texts.map((text) => text.split(/(<[^>]*>)/));
  const [first = []] = parts;
  const isSame = parts.every(
    (own) => own.length === first.length && own.every((part, index) => index % 2 === 0 || part === first[index]),
  );
  if (!isSame) return plainTemplate(texts);
  return first.map((_, index) => plainTemplate(parts.map((own) => own[index] ?? ""))).join("");
}

function plainTemplate(texts: readonly string[]): string {
  const [first = ""] = texts;
  if (texts.every((text) => text === first)) return first;
  const start = sharedStart(texts);
  const rests = texts.map((text) => text.slice(start.length));
  const end = sharedEnd(rests);
  const middles = rests.map((text) => text.slice(0, text.length - end.length));
  return start + slot(middles) + end;
}

/** The differing part: a code, a code and a message after the same sign, or a message. */
function slot(texts: readonly string[]): string {
  if (texts.every(isCode)) return "{{code}}";
  const parts = texts.map((text) => /^([A-Za-z][\w.-]*)(: | - | \| |\] |\) |, |; |\t|\n)([\s\S]+)$/.exec(text));
  const sign = parts[0]?.[2];
  if (sign !== undefined && parts.every((part) => part?.[2] === sign)) return `{{code}}${sign}{{message}}`;
  return "{{message}}";
}

/** Whether a text reads like an identifier: `not_found`, `AUTH-01`, `missingToken`. */
function isCode(text: string): boolean {
  return /^[A-Za-z][\w.:/-]{0,80}$/.test(text);
}

/** A prefix before messages ends with a sign, or is a word in capitals; other words belong to the message. */
const isHeading = new RegExp(String.raw`([:>()[\]{}"'|=#;${marks.status}${marks.title}]|\s-|^[A-Z_]+)\s*$`);

function sharedStart(texts: readonly string[]): string {
  const [first = ""] = texts;
  let length = 0;
  while (length < first.length && texts.every((text) => text[length] === first[length])) length += 1;
  const isInWord = texts.some((text) => isWord(text[length - 1]) && isWord(text[length]));
  const start = first.slice(0, length);
  const whole = isInWord ? start.replace(/[\p{L}\p{N}_-]+$/u, "") : start;
  return isHeading.test(whole) ? whole : "";
}

/** From the first closing sign on: the end of a sentence belongs to the message. */
function sharedEnd(texts: readonly string[]): string {
  const [first = ""] = texts;
  let length = 0;
  while (length < first.length && texts.every((text) => text.at(-1 - length) === first.at(-1 - length))) length += 1;
  const end = first.slice(first.length - length);
  return new RegExp(String.raw`\s*[<>()[\]{}"|;\n${marks.status}${marks.title}][\s\S]*$`).exec(end)?.[0] ?? "";
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}

/** RFC 9110 changed these names. */
const newNames: Readonly<Record<number, string>> = { 413: "Content Too Large", 422: "Unprocessable Content" };

/** The name of a status code. */
export function titleOf(status: number): string | undefined {
  return newNames[status] ?? STATUS_CODES[status];
}

/** The names of a status code, and of its class, for codes without a name. */
function phrasesOf(status: number): readonly string[] {
  const className = status < 400 ? "Redirection" : status < 500 ? "Client Error" : "Server Error";
  return [newNames[status], STATUS_CODES[status], className].filter((phrase) => phrase !== undefined);
}
