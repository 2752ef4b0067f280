import { namesTwice, readEnvelope, readJson } from "../target/envelope.ts";
import { failed, passed, skipped } from "./check.ts";
import { onEachOperation, topLevel } from "./envelope.check.ts";
import { everywhere } from "./everywhere.ts";
import type { Requirement } from "./requirement.ts";

/** Types that say that a body is not JSON. */
const otherTypes =
  /^\s*(?:text\/(?:html|css|csv|xml|javascript)|application\/(?:xhtml\+xml|xml|javascript|pdf|zip)|image\/|audio\/|video\/|multipart\/)/i;

/** ENV-08 and ENV-09: how the envelope of a success is encoded. */
export const writtenRequirements: readonly Requirement[] = [
  {
    id: "ENV-08",
    level: "implied",
    ...onEachOperation,
    since: 2,
    rule: "the `Content-Type` of a success, if it has one, is a JSON type or plain text",
    quote: topLevel,
    why: "§2 shows a JSON body. A `Content-Type` such as HTML, an image or XML declares something else, and clients that rely on it display or reject the body. Any JSON type, plain text and no `Content-Type` are accepted.",
    good: '200 Content-Type: application/json {"data":[],"meta":{"page":1,"total":0}}',
    bad: '200 Content-Type: text/html {"data":[],"meta":{"page":1,"total":0}}',
    fix: "Set `Content-Type: application/json` where you write the body. Many frameworks send strings as HTML.",
    ...everywhere((sample) => {
      const type = sample.response.headers["content-type"];
      if (readJson(sample.response) === undefined) return skipped("the body is not JSON (see ENV-01)", sample);
      if (type === undefined || !otherTypes.test(type))
        return passed(`\`Content-Type\` is ${type ?? "absent"}`, sample);
      return failed(`the body is JSON, and \`Content-Type\` says ${type}`, sample);
    }),
  },
  {
    id: "ENV-09",
    level: "implied",
    ...onEachOperation,
    since: 2,
    rule: "`data`, `meta`, `meta.page` and `meta.total` occur once in a success",
    quote: topLevel,
    why: "§2 shows each member once. If a name occurs twice in a JSON object, some parsers use the first value and others the last (RFC 8259 §4).",
    good: '200 {"data":[],"meta":{"page":1,"total":0}}',
    bad: '200 {"data":[],"data":[{"id":"usr_1"}],"meta":{"page":1,"total":0}}',
    fix: "Serialize the envelope from one object with a JSON library. Do not concatenate strings.",
    ...everywhere((sample) => {
      const { object } = readEnvelope(sample.response);
      if (object === undefined) return skipped("the body is not a JSON object (see ENV-01)", sample);
      const twice = namesTwice(sample.response.body);
      if (twice.length === 0) return passed("each member occurs once", sample);
      return failed(`${twice.map((name) => `\`${name}\``).join(" and ")} occurs twice in the body`, sample);
    }),
  },
];
