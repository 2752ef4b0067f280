import type { Explanations } from "./explanation.ts";

/** §2: the envelope of every success. */
export const envelopeExplanations: Explanations = {
  "ENV-01": {
    why: "§2 shows one top-level shape for every response, the reply to a creation included: an object with `data` and `meta`.",
    good: '200 {"data":[{"id":"usr_1"}],"meta":{"page":1,"total":1}}',
    bad: '200 [{"id":"usr_1"}]',
    mend: "Put the records under `data` of a JSON object. An empty body (204) or a bare record is none; the reply to a creation has the same shape.",
  },
  "ENV-02": {
    why: "The table of §2 gives `data` the type array, for a single record as for many.",
    good: '200 {"data":[{"id":"sub_1"}],"meta":{"page":1,"total":1}}',
    bad: '200 {"data":{"id":"sub_1"},"meta":{"page":1,"total":1}}',
    mend: "Wrap a single record in an array, and write an empty array, not null, where there is none.",
  },
  "ENV-03": {
    why: "The table of §2 gives `meta` the type object. It may have further members.",
    good: '200 {"data":[],"meta":{"page":1,"total":0,"pages":0}}',
    bad: '200 {"data":[],"page":1,"total":0}',
    mend: "Put `page` and `total` under `meta`, on all four operations: a creation and a single subscription have them too.",
  },
  "ENV-04": {
    why: "The table of §2 gives `meta.page` the type integer. JSON knows one kind of number, so 1.0 is the integer 1.",
    good: '200 {"data":[],"meta":{"page":1,"total":0}}',
    bad: '200 {"data":[],"meta":{"page":"1","total":0}}',
    mend: "Write a number, not a text. A page taken from the query string is a text until it is converted.",
  },
  "ENV-05": {
    why: "The table of §2 gives `meta.total` the type integer and the meaning of a count, and a count is not negative.",
    good: '200 {"data":[{"id":"usr_1"}],"meta":{"page":1,"total":47}}',
    bad: '200 {"data":[{"id":"usr_1"}],"meta":{"page":1,"total":-1}}',
    mend: "Count the records. A -1 or null that stands for unknown is no count.",
  },
  "ENV-06": {
    why: "§2 says what a reply without records holds, number by number. It holds in a service that counts its pages from 0 as well.",
    good: '200 {"data":[],"meta":{"page":1,"total":0}}',
    bad: '200 {"data":[],"meta":{"page":0,"total":0}}',
    mend: "Where `meta.total` is 0 answer with page 1, whatever page was asked for.",
  },
  "ENV-07": {
    why: "§2 calls `meta.total` the total count of records; a total cannot be less than the part of it in `data`.",
    good: '200 {"data":[{"id":"a"},{"id":"b"}],"meta":{"page":1,"total":2}}',
    bad: '200 {"data":[{"id":"a"},{"id":"b"}],"meta":{"page":1,"total":1}}',
    mend: "Let `meta.total` count the records of the whole list, not pages and not what was found after this page.",
  },
};
