// Imported as a module, node:http loads an HTTP client for the web as well, which takes longer than most commands.
const { STATUS_CODES } = process.getBuiltinModule("node:http");

/** One failure: its status code, and a text of its body. */
export interface StatusText {
  readonly status: number;
  readonly text: string;
}

/** Instead of a placeholder while texts are compared: characters that no text has. */
const marks = { status: "\uE000", title: "\uE001" } as const;

/**
 * The template of which all these texts are made, with {{status}}, {{title}}, {{code}} and {{message}} for what
 * differs. What a person reads is one message; a word that reads like an identifier is a code.
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

/** Where the tags are the same, each text between them is a template of its own. */
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

/** What differs: a code, a code and a message after the same sign, or a message. */
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

/** What stands before all messages ends in a sign, or is a word in capitals; other words are the messages' own. */
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

/** From the first sign on that closes something: how a sentence ends is the message's own. */
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

/** RFC 9110 names these otherwise than earlier documents did. */
const newNames: Readonly<Record<number, string>> = { 413: "Content Too Large", 422: "Unprocessable Content" };

/** The name of a status code. */
export function titleOf(status: number): string | undefined {
  return newNames[status] ?? STATUS_CODES[status];
}

/** The names a status code is known by, and those of its class, which stand for codes without a name. */
function phrasesOf(status: number): readonly string[] {
  const className = status < 400 ? "Redirection" : status < 500 ? "Client Error" : "Server Error";
  return [newNames[status], STATUS_CODES[status], className].filter((phrase) => phrase !== undefined);
}
