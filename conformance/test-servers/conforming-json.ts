import { everywhere, instead, oddities, onSuccess, onText, present, type Departure } from "./departures.ts";
import { members } from "./service.ts";

/** Writes the JSON of a success differently. */
function written(write: (text: string) => string): Departure {
  return onText((text, { envelope }) => (envelope === undefined ? text : write(text)));
}

/** Writes the numbers of `meta` in another form of the same number. */
function numbers(write: (value: number) => string): Departure {
  return onText((text, { envelope }) => {
    if (envelope === undefined) return text;
    const meta = Object.entries(envelope.meta).map(
      ([name, value]) => `"${name}":${typeof value === "number" ? write(value) : JSON.stringify(value)}`,
    );
    return `{"data":${JSON.stringify(envelope.data)},"meta":{${meta.join(",")}}}`;
  });
}

/** Escapes every character outside ASCII. */
function escaped(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Adds members to every record. */
const inRecords = (more: object): Departure => present(everywhere, (record) => ({ ...record, ...more }));

const withExtras = onSuccess(everywhere, (envelope) => ({
  apiVersion: "1.9",
  ...envelope,
  links: { self: "/here" },
  included: [{ type: "team", id: 1 }],
  errors: null,
}));

const withMoreMeta = onSuccess(everywhere, ({ data, meta }) => ({
  data,
  meta: { requestId: Math.random().toString(36), ...meta, pages: 3, Page: "1", count: null, data: [] },
}));

const echoing = instead(
  () => true,
  (reply, { authorization = "" }) => {
    const youSent = authorization.replaceAll(/[^\x20-\x7e]/g, "");
    const echo = { "x-you-sent": youSent, "x-encoded": Buffer.from(youSent).toString("base64") };
    const body = { ...members(reply.body ?? reply.envelope), youSent, url: encodeURIComponent(youSent) };
    return { ...reply, headers: { ...reply.headers, ...echo }, body };
  },
);

/** Unusual JSON, and members beside those that the document shows. */
export const conformingInWriting = oddities({
  "decimal-point": numbers((value) => `${value}.0`),
  exponent: numbers((value) => `${value}e0`),
  "large-exponent": numbers((value) => `${value / 1000}E+3`),
  "extra-members": withExtras,
  "extra-meta": withMoreMeta,
  "meta-first": onSuccess(everywhere, ({ data, meta: { page, total, ...more } }) => ({
    meta: { total, page, ...more },
    data,
  })),
  "telling-names": written((text) => `{"__proto__":{"data":1},"constructor":null,"toString":"x",${text.slice(1)}`),
  "pretty-printed": written((text) => `\r\n\n${JSON.stringify(JSON.parse(text), null, "\t")}\n\n`),
  "multi-byte": inRecords({ note: "Größe · 組織 · 🧾👩‍💻 · \u2028 · \u0000" }),
  escaped: [written(escaped), inRecords({ note: "Größe · 組織 · 🧾" })],
  "half-a-pair": inRecords({ note: "\uD83E" }),
  "long-records": inRecords({ biography: "Once upon a time. ".repeat(230) }),
  "echoes-the-token": echoing,
});
