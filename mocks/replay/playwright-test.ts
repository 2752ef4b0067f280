import type { Recording } from "../simulation/recorder/recording.ts";
import type { CallStep, RecordedCall, RecordedReply, Step } from "../simulation/recorder/recording.ts";
import { notByFetch, targetOf } from "./sendable.ts";

export interface WrittenFrom {
  /** The path of the recording from the directory of the test: `./orgkit-recording.json`. */
  readonly path: string;
  /** The command that writes the test again. */
  readonly command: string;
}

/**
 * A Playwright test that sends the requests of a recording from a page and expects the same responses: a start for a
 * test that sends them through the application.
 */
export function playwrightTest(recording: Recording, { path, command }: WrittenFrom): string {
  const { steps, orgkit, from } = recording;
  const written = steps.map((step, index) =>
    "call" in step ? callLines(step, index, recording) : otherLines(step, index),
  );
  const body = written.map((lines) => lines.map((line) => (line === "" ? "" : `  ${line}`)).join("\n")).join("\n\n");
  const fixtures = ["call", "recording", "simulation"].filter((name) => new RegExp(`\\b${name}[.(,)]`).test(body));
  const name = path.slice(path.lastIndexOf("/") + 1);
  return `// ${count(steps)} to the world ${quoted(recording.world.name)} in the dialect ${quoted(recording.dialect.name)}, recorded by orgkit ${plain(orgkit)}.
// Written by: ${plain(command)}
import { expect, test } from "orgkit/playwright";

// The recording holds the world, the dialect, the seed and the scenarios${from === undefined ? "" : ", and the result of earlier requests"}.
test.use({ orgkit: { recording: ${literal(path)}, baseUrl: "https://api.example" } });

test(${literal(`the requests of ${name} get the recorded responses`)}, async ({ ${fixtures.join(", ")} }) => {
${body}
});
`;
}

function count(steps: readonly Step[]): string {
  const calls = steps.filter((step) => "call" in step).length;
  return `${calls} ${calls === 1 ? "request" : "requests"}`;
}

function otherLines(step: Exclude<Step, CallStep>, index: number): readonly string[] {
  if ("use" in step) return [`simulation.use(${step.use.map(literal).join(", ")});`];
  const again = `await recording.redo(${index}, simulation);`;
  if ("restore" in step) return ["// A snapshot was restored.", again];
  const { place, before, after } = step.edit;
  const what = after === undefined ? "was removed" : before === undefined ? "was added" : "was replaced";
  const id = String((after ?? before)?.record.id);
  return [`// ${plain(id)} ${what}: one of the ${place.kind} of ${plain(place.account)}.`, again];
}

function callLines({ call, reply }: CallStep, index: number, { dialect }: Recording): readonly string[] {
  const title = `${call.number} ${call.method} ${targetOf(call)}`;
  const freeze = `simulation.clock.freeze(${timestampText(call.at)});`;
  const unsent = notByFetch(call, dialect);
  if (unsent !== undefined) {
    return [`// ${plain(title)}: ${plain(unsent)}.`, freeze, `await recording.redo(${index}, simulation);`];
  }
  return [
    `await test.step(${literal(title)}, async () => {`,
    ...[freeze, ...requestLines(call), ...expectLines(call, reply)].map((line) => `  ${line}`),
    "});",
  ];
}

function timestampText(at: number): string {
  return Number.isInteger(at) ? `Date.parse("${new Date(at).toISOString()}")` : String(at);
}

/** The headers that the service reads; the browser sets all others. */
const readHeaders = ["authorization", "content-type", "prefer"];

/** Longer texts are read from the recording. */
const maxInline = 240;

function requestLines(call: RecordedCall): readonly string[] {
  const { number, method, headers, body = "", base64 } = call;
  const pairs = readHeaders.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [`${name.includes("-") ? `"${name}"` : name}: ${literal(value)}`];
  });
  const isInline = base64 === undefined && body.length <= maxInline;
  const hasBody = method !== "GET" && method !== "HEAD" && (body !== "" || base64 !== undefined);
  const rest = [
    ...(pairs.length === 0 ? [] : [`headers: { ${pairs.join(", ")} },`]),
    ...(hasBody ? [`body: ${bodyText(isInline ? body : undefined, number, "content-type" in headers)},`] : []),
  ];
  const target = `call(${literal(method)}, ${literal(targetOf(call))}`;
  if (rest.length === 0) return [`const reply = await ${target});`];
  return [`const reply = await ${target}, {`, ...rest.map((line) => `  ${line}`), "});"];
}

/** Browsers set a content type for a string, but not for bytes. */
function bodyText(text: string | undefined, number: number, isTyped: boolean): string {
  return text === undefined || !isTyped ? `recording.body(${number})` : literal(text);
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const ends = { reset: "The connection was reset.", refused: "The connection was refused.", never: "No response came." };

function expectLines({ number }: RecordedCall, { status, body, delivery }: RecordedReply): readonly string[] {
  const end = delivery?.end;
  if (end !== undefined && end !== "cut") return [`expect(reply.status).toBe(0); // ${ends[end]}`];
  if (redirects.has(status)) return [`expect(reply.status).toBe(0); // ${status}: a page does not see redirects.`];
  const expected =
    end === "cut"
      ? `recording.reply(${number}).body.slice(0, ${Math.floor(body.length / 2)}).toWellFormed()`
      : body.length <= maxInline
        ? literal(body)
        : `recording.reply(${number}).body`;
  return [
    `expect(reply.status).toBe(${status});`,
    ...(end === "cut" ? ["// The connection was cut in the middle of the body."] : []),
    ...expectLine(expected),
  ];
}

/** Longer lines are broken. */
const width = 110;

function expectLine(expected: string): readonly string[] {
  const line = `expect(reply.body).toBe(${expected});`;
  return line.length <= width ? [line] : ["expect(reply.body).toBe(", `  ${expected},`, ");"];
}

/** A string literal, in the quotes that need fewer escapes. */
function literal(text: string): string {
  const json = JSON.stringify(text);
  const hasMoreDouble = text.split('"').length > text.split("'").length;
  if (!hasMoreDouble) return json;
  return `'${json
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;
}

function quoted(text: string): string {
  return plain(JSON.stringify(text));
}

/** A text that cannot end the comment around it. */
function plain(text: string): string {
  return text.replaceAll(/[^\u0020-\u007E]/g, "?");
}
