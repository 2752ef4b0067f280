import type { Explanations } from "./explanation.ts";

const body = "§4 leaves the body of a creation open";

/** What a dialect declares of creations, ids, records, limits and versions. */
export const declaredRecordExplanations: Explanations = {
  "DECL-22": {
    why: `${body}; the dialect declares the fields it must have, and how a body without one of them is refused.`,
    good: "email declared required, body without it: 422",
    bad: "email declared required, body without it: 201",
    mend: "Validate the body against the required fields before anything is written.",
    call: { body: '{"name":"Only a name"}' },
  },
  "DECL-23": {
    why: "§1 leaves business rules open; the dialect declares the fields whose value only one user can have.",
    good: "email declared unique, the same twice: 409",
    bad: "email declared unique, the same twice: 201",
    mend: "Enforce it where users are stored, by a unique index, or declare that it is not.",
  },
  "DECL-24": {
    why: `${body}; the dialect declares what becomes of a field that its schema of a user (records.user) does not know: it is kept, dropped, or refused.`,
    good: "declared drop: 201, and the record is without the field",
    bad: "declared drop: 201, and the record has the field",
    mend: "Pick the known fields out of the body instead of storing it whole, or the other way round, as declared.",
    call: { body: '{"email":"ada@example.com","name":"Ada","orgkitUnknownField":"orgkit"}' },
  },
  "DECL-25": {
    why: `${body}; the dialect declares the values of fields that a caller leaves out, and those that the service makes.`,
    good: 'role declared to default to member: {"id":"usr_1","role":"member"}',
    bad: 'role declared to default to member: {"id":"usr_1","role":null}',
    mend: "Fill in the declared values before the user is stored, so that the reply and the list show them.",
  },
  "DECL-26": {
    why: "§2 leaves the fields of a user open; the dialect declares the format of a new user's id.",
    good: "declared usr_ and 10 characters: usr_2z8iq9y7jz",
    bad: "declared usr_ and 10 characters: 4711",
    mend: "Make ids of the declared format, or declare theirs.",
  },
  "DECL-27": {
    why: "§2 gives the reply to a creation an envelope, and leaves open whether the new record is in it; the dialect declares that.",
    good: 'declared record: 201 {"data":[{"id":"usr_1"}],"meta":{"page":1,"total":1}}',
    bad: 'declared record: 201 {"data":[],"meta":{"page":1,"total":0}}',
    mend: "Answer with the stored record, or declare that `data` holds nothing.",
  },
  "DECL-28": {
    why: `${body} and what is answered to it; the dialect declares the \`Location\` of a new user, or that there is none.`,
    good: "declared /api/v1/users/{id}: 201 location: /api/v1/users/usr_1",
    bad: "declared /api/v1/users/{id}: 201 without the header",
    mend: "Set the header to the declared form, with the new user's id in it.",
  },
  "DECL-29": {
    why: "§4 leaves the type and format of the subscription id open; the dialect declares it.",
    good: "declared sub_ and 8 characters: sub_k9p34y6n",
    bad: "declared sub_ and 8 characters: 42",
    mend: "Give out ids of the declared format, in invoices too, or declare theirs.",
  },
  "DECL-30": {
    why: "§4 leaves the format of the id open; the dialect declares what an id that cannot be one gets.",
    good: "declared notFound: /api/v1/subscriptions/orgkit!ill-formed: 404",
    bad: "declared notFound: /api/v1/subscriptions/orgkit!ill-formed: 500",
    mend: "Check the format before the id reaches the database, and answer as declared.",
    call: { path: "/api/v1/subscriptions/orgkit!ill-formed" },
  },
  "DECL-31": {
    why: "§2 leaves the fields of each resource open; the dialect declares them as JSON Schema, which each record must fit.",
    good: 'seats declared integer: {"id":"sub_1","seats":12}',
    bad: 'seats declared integer: {"id":"sub_1","seats":"12"}',
    mend: "Write the records as declared, or widen the schema to what is written (null where a value may be absent).",
  },
  "DECL-32": {
    why: "§8 leaves rate limits open; the dialect declares one and the header that announces it. Nothing is called so often that it would be reached.",
    good: "declared 100: 200 ratelimit-limit: 100",
    bad: "declared 100: 200 ratelimit-limit: 60",
    mend: "Announce the limit that holds, under the declared header.",
  },
  "DECL-33": {
    why: "§8 leaves the bounds of a payload open; the dialect declares the greatest, and a body above it is refused.",
    good: "declared 1048576, a body of 1 MiB and more: 413",
    bad: "declared 1048576, a body of 1 MiB and more: 201",
    mend: "Bound the body where it is read, before it is parsed; a gateway in front may have a bound of its own.",
  },
  "DECL-34": {
    why: "§9 carries the version in the path, and leaves open what a path without one gets; the dialect declares it.",
    good: "declared notFound: /users: 404",
    bad: "declared notFound: /users: 200 with the users",
    mend: "Serve or refuse unversioned paths as declared.",
    call: { path: "/users" },
  },
  "DECL-35": {
    why: "§9 carries the version in the path, and leaves open what another version gets; the dialect declares it.",
    good: "declared notFound: /api/v2/users: 404",
    bad: "declared notFound: /api/v2/users: 200 with the users",
    mend: "Serve or refuse other versions as declared; a route such as /api/:version takes any.",
    call: { path: "/api/v2/users" },
  },
};
