import { namesTwice, readEnvelope, readJson } from "../target/envelope.ts";
import { failed, passed, skipped } from "./check.ts";
import { onEachOperation, topLevel } from "./envelope.check.ts";
import { everywhere } from "./everywhere.ts";
import type { Requirement } from "./requirement.ts";

/** Types that say of a body that it is no JSON. */
const otherTypes =
  /^\s*(?:text\/(?:html|css|csv|xml|javascript)|application\/(?:xhtml\+xml|xml|javascript|pdf|zip)|image\/|audio\/|video\/|multipart\/)/i;

/** ENV-08 and ENV-09: how the envelope of a success is written. */
export const writtenRequirements: readonly Requirement[] = [
  {
    id: "ENV-08",
    level: "implied",
    ...onEachOperation,
    since: 2,
    rule: "a success that says what its body is says that it is JSON",
    quote: topLevel,
    why: "§2 shows one shape, an object with an array and an object in it. A `Content-Type` that names a page, a picture or XML says that the body is something else, and a client that goes by it shows or refuses it. Any type that carries JSON will do, plain text and none at all too.",
    good: '200 Content-Type: application/json {"data":[],"meta":{"page":1,"total":0}}',
    bad: '200 Content-Type: text/html {"data":[],"meta":{"page":1,"total":0}}',
    fix: "Set `Content-Type: application/json` where the body is written; a framework that is given a text sends it as a page.",
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
    rule: "`data`, `meta`, `meta.page` and `meta.total` stand once in a success",
    quote: topLevel,
    why: "§2 shows each member once. Where a name stands twice in a JSON object, one reader takes the first and another the last (RFC 8259 §4), so it is not told which one holds.",
    good: '200 {"data":[],"meta":{"page":1,"total":0}}',
    bad: '200 {"data":[],"data":[{"id":"usr_1"}],"meta":{"page":1,"total":0}}',
    fix: "Write the envelope with a JSON library from one object, not by joining texts.",
    ...everywhere((sample) => {
      const { object } = readEnvelope(sample.response);
      if (object === undefined) return skipped("the body is no JSON object (see ENV-01)", sample);
      const twice = namesTwice(sample.response.body);
      if (twice.length === 0) return passed("each member stands once", sample);
      return failed(`${twice.map((name) => `\`${name}\``).join(" and ")} stands twice in the body`, sample);
    }),
  },
];
