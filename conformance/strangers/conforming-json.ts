import { everywhere, odd, onSuccess, onText, type Departure } from "./departures.ts";
import type { Envelope } from "./service.ts";
import type { Stranger } from "./stranger.ts";

/** Writes the numbers of `meta` in another form of the same number. */
function numbers(write: (value: number) => string): Departure {
  return onText((text, { envelope }) => {
    if (envelope === undefined) return text;
    const { page, total } = envelope.meta;
    return `{"data":${JSON.stringify(envelope.data)},"meta":{"page":${write(page)},"total":${write(total)}}}`;
  });
}

/** Every character outside ASCII, and the quotes and slashes of a text, as escapes. */
function escaped(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Adds a member to every record. */
function inRecords(name: string, value: unknown): (envelope: Envelope) => unknown {
  return ({ data, meta }) => ({
    data: data.map((record) => (typeof record === "object" ? { ...record, [name]: value } : record)),
    meta,
  });
}

/** Odd in how the JSON is written and in what stands beside what the document shows. */
export const conformingInWriting: readonly Stranger[] = [
  odd("decimal-point", "writes 1 as 1.0", () => ({ around: [numbers((value) => `${value}.0`)] })),
  odd("exponent", "writes 1 as 1e0", () => ({ around: [numbers((value) => `${value}e0`)] })),
  odd("large-exponent", "writes 250 as 0.250E+3", () => ({ around: [numbers((value) => `${value / 1000}E+3`)] })),
  odd("extra-members", "has further members beside data and meta", () => ({
    around: [
      onSuccess(everywhere, (envelope) => ({
        apiVersion: "1.9",
        ...envelope,
        links: { self: "/here" },
        included: [{ type: "team", id: 1 }],
        errors: null,
      })),
    ],
  })),
  odd("extra-meta", "has further members in meta", () => ({
    around: [
      onSuccess(everywhere, ({ data, meta }) => ({
        data,
        meta: { requestId: Math.random().toString(36), ...meta, pages: 3, Page: "1", count: null, data: [] },
      })),
    ],
  })),
  odd("meta-first", "writes meta, and in it total, first", () => ({
    around: [onSuccess(everywhere, ({ data, meta }) => ({ meta: { total: meta.total, page: meta.page }, data }))],
  })),
  odd("telling-names", "has members named as JavaScript's own", () => ({
    around: [
      onText((text, { envelope }) =>
        envelope === undefined ? text : `{"__proto__":{"data":1},"constructor":null,"toString":"x",${text.slice(1)}`,
      ),
    ],
  })),
  odd("byte-order-mark", "begins the JSON with a byte order mark", () => ({
    around: [onText((text, { envelope }) => (envelope === undefined ? text : `\uFEFF${text}`))],
  })),
  odd("pretty-printed", "indents its JSON with tabs, and has empty lines around it", () => ({
    around: [
      onText((text, { envelope }) =>
        envelope === undefined ? text : `\r\n\n${JSON.stringify(JSON.parse(text), null, "\t")}\n\n`,
      ),
    ],
  })),
  odd("multi-byte", "has characters of two, three and four bytes in every record", () => ({
    around: [onSuccess(everywhere, inRecords("note", "Größe · 組織 · 🧾👩‍💻 · \u2028 · \u0000"))],
  })),
  odd("escaped", "writes every character outside ASCII as an escape", () => ({
    around: [
      onText((text, { envelope }) => (envelope === undefined ? text : escaped(text))),
      onSuccess(everywhere, inRecords("note", "Größe · 組織 · 🧾")),
    ],
  })),
  odd("half-a-pair", "has an escape in a text that is half a pair of surrogates", () => ({
    around: [onSuccess(everywhere, inRecords("note", "\uD83E"))],
  })),
  odd("long-records", "has 4 KB of text in every record", () => ({
    around: [onSuccess(everywhere, inRecords("biography", "Once upon a time. ".repeat(230)))],
  })),
  odd(
    "echoes-the-token",
    "sends the token it was shown back, in a header and in a member, also when it refuses",
    () => ({
      around: [
        async (ask, next) => {
          const reply = await next(ask);
          const shown = (ask.authorization ?? "").replaceAll(/[^\x20-\x7e]/g, "");
          const echo = { "x-you-sent": shown, "x-encoded": Buffer.from(shown).toString("base64") };
          const old = reply.body ?? reply.envelope;
          const body = typeof old === "object" ? { ...old, youSent: shown, url: encodeURIComponent(shown) } : old;
          return { ...reply, headers: { ...reply.headers, ...echo }, body };
        },
      ],
    }),
  ),
];
