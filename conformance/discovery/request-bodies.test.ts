import { expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "../checks/scripted-session.fixture.ts";
import type { Call } from "../target/call.ts";
import { ifKnown } from "./observation.ts";
import { emptyBodies, mediaTypes, otherBodies, otherMediaType } from "./request-bodies.ts";
import { openSource, type Source } from "./source.ts";

const [unreadable, lacking, unsupported] = [400, 422, 415].map((status) => ({ status, json: { error: status } }));
const [missing, notAnObject] = ["missing", "no object"].map((error) => ({ status: 422, json: { error } }));

/** How parsers of frameworks read a body: the body for a handler, or a rejection. */
type Parser = (type: string, body: string) => unknown;

const json = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return unreadable;
  }
};
const isJson = (type: string): boolean => /^application\/(?:.*\+)?json$/.test(type);

const parsers = {
  "that ignores the type": (_, body) => json(body),
  "of objects and arrays in JSON, as in Express": (type, body) => {
    if (type !== "application/json" || body === "") return {};
    return /^[[{]/.test(body) ? json(body) : unreadable;
  },
  "of forms, too": (type, body) =>
    type.endsWith("urlencoded") ? Object.fromEntries(new URLSearchParams(body)) : json(body),
  "that rejects other types": (type, body) => (isJson(type) ? json(body) : unsupported),
  "that names what is missing, and what is not an object, as in FastAPI": (type, body) => {
    if (body === "" || body === "null") return missing;
    const value = type === "application/json" ? json(body) : body;
    return typeof value === "string" || Array.isArray(value) ? notAnObject : value;
  },
  "that takes no type for nothing": (type, body) =>
    type === "" ? null : type === "application/json" ? json(body) : unsupported,
} satisfies Readonly<Record<string, Parser>>;

/** A service that requires an email, with one of the parsers. */
function serviceWith(parse: Parser): Source {
  const answer = ({ operation, text }: Call, sent: string): ScriptedResponse => {
    if (operation !== "createUser") return envelope([{ id: 1, email: "a@b.example" }]);
    const body = parse(text?.type ?? "application/json", sent);
    if ([unreadable, unsupported, missing, notAnObject].some((rejection) => rejection === body)) return Object(body);
    const { email } = Object(body);
    return typeof email === "string" ? { ...envelope([{ id: 2, email }]), status: 201 } : (lacking ?? {});
  };
  return openSource(scriptedSession({}, { answer }));
}

test.each<[parser: keyof typeof parsers, types: unknown, bodies: unknown]>([
  ["that ignores the type", { other: "json" }, ["array", "scalar", "null"]],
  ["of objects and arrays in JSON, as in Express", { other: "empty", vendor: "empty" }, ["absent", "empty", "array"]],
  ["of forms, too", { other: "json", form: "form" }, ["array", "scalar", "null"]],
  ["that names what is missing, and what is not an object, as in FastAPI", { other: "scalar", vendor: "scalar" }, []],
  ["that rejects other types", {}, ["array", "scalar", "null"]],
  ["that takes no type for nothing", { vendor: "unsupported", none: "empty" }, ["absent", "array", "scalar", "null"]],
])("a parser %s is found", async (parser, types, bodies) => {
  const source = serviceWith(parsers[parser]);
  expect((await mediaTypes(source)).value).toStrictEqual(types);
  expect((await emptyBodies(source)).value).toStrictEqual(bodies);
});

test("a missing body and one that is not an object are separate kinds", async () => {
  const source = serviceWith(parsers["that names what is missing, and what is not an object, as in FastAPI"]);
  const bodiesOf = async (...kinds: Parameters<typeof otherBodies>[1]): Promise<readonly string[]> =>
    (await otherBodies(source, kinds)).map(({ exchange }) => exchange.response.body);
  expect(new Set(await bodiesOf("empty"))).toEqual(new Set([JSON.stringify(missing?.json)]));
  expect(new Set(await bodiesOf("scalar", "array", "null"))).toEqual(new Set([JSON.stringify(notAnObject?.json)]));
  const other = serviceWith(parsers["of objects and arrays in JSON, as in Express"]);
  expect((await otherBodies(other, ["empty"])).map(({ exchange }) => exchange.response.status)).toEqual([400]);
});

test("a type that is rejected as such shows only its status code", async () => {
  const rejected = await otherMediaType(serviceWith(parsers["that rejects other types"]));
  expect(new Set(rejected.map(({ exchange }) => exchange.response.status))).toStrictEqual(new Set([415]));
  expect(await ifKnown(otherMediaType(serviceWith(parsers["of forms, too"])))).toBeUndefined();
});

test.each([
  [(type: string) => isJson(type), { other: "unreadable" }],
  [() => true, { other: "json" }],
])("where any bad body gets the same rejection, a valid one shows which types are read", async (reads, types) => {
  const answer = ({ operation, text }: Call, sent: string): ScriptedResponse => {
    if (operation !== "createUser") return envelope([{ id: 1, email: "a@b.example" }]);
    const body = reads(text?.type ?? "application/json") ? json(sent) : undefined;
    const { email } = Object(body);
    return typeof email === "string" ? { ...envelope([{ id: 2, email }]), status: 201 } : (unreadable ?? {});
  };
  expect((await mediaTypes(openSource(scriptedSession({}, { answer })))).value).toStrictEqual(types);
});
