import { statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { visibleLine } from "../../conformance/report/visible.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { jsonOf } from "../../fixtures/json.ts";
import { shellWord } from "../../fixtures/shell-word.ts";
import { problemSchema } from "../../mocks/adapters/sandbox-client.ts";
import { openHarFile } from "../../conformance/har/write.ts";
import { parseRecording, type Recording } from "../../mocks/simulation/recorder/recording.ts";
import { bodyOf } from "../../mocks/simulation/recorder/recorder.ts";
import { defineCommand } from "../settings/define-command.ts";
import { option, text, whole } from "../settings/option.ts";
import { wrongSetting } from "../settings/read-settings.ts";
import { invocation, paint, print } from "../terminal.ts";
import { recordingSummary } from "./recording-summary.ts";
import { forceOption, prepareNewFile, writeNewFile } from "./write-new-file.ts";

const defaultName = "orgkit-recording.json";

/** The options of `orgkit record`, in the order of its help. */
export const recordOptions = z.object({
  port: option(
    whole("expected a port from 1 to 65535", 1, 65_535).default(4010),
    "-p, --port <number>",
    "the port of the mock, if it runs on this machine",
    { alias: "PORT" },
  ),
  from: option(
    z.string("expected an address, for instance http://127.0.0.1:4010").optional(),
    "--from <url>",
    "the address of the mock, or of its console, instead of --port",
  ),
  sandbox: option(
    z.string("expected the id of a sandbox").optional(),
    "--sandbox <id>",
    "save this sandbox instead of the main simulation",
  ),
  out: option(text("expected a file").default(defaultName), "-o, --out <file>", "where to write it"),
  har: option(
    text("expected a file").optional(),
    "--har <file>",
    "also write the requests to a HAR file, with secrets masked, for orgkit learn and conform",
    { variable: "ORGKIT_RECORD_HAR" },
  ),
  controlToken: option(
    z.string("expected the token the mock printed").optional(),
    "--control-token <token>",
    "the token printed by a mock started with --host",
  ),
  force: forceOption,
});

/** `orgkit record`: saves the requests of a running mock, with what is needed to get the same responses again. */
export default defineCommand(
  {
    name: "record",
    summary: "save the requests of a running mock, to replay them",
    description:
      "Saves a recording of a running mock: world, dialect, seed, scenarios, clock and all requests. Run orgkit replay to get the same responses again.",
    options: recordOptions,
    // The default port is that of the mock in this directory.
    asMock: "port",
  },
  async ({ settings, version }) => {
    const { out, force, har } = settings;
    const { url, body, value } = await fetchRecording(settings);
    const recording = parseRecording({ path: url, value, position: () => url });
    const isDirectory = statSync(out, { throwIfNoEntry: false })?.isDirectory() === true;
    const path = isDirectory ? join(out, defaultName) : out;
    writeNewFile({ what: "recording", path, text: body, force });
    if (har !== undefined) {
      prepareNewFile({ what: "HAR", at: "--har", path: har, force });
      writeHar(recording, url.replace(/\/_orgkit\/.*$/, ""), har, version);
      print(`Wrote ${paint("bold", visibleLine(har))}: the requests as HAR`);
    }
    const note =
      "  It contains all records of the world and the requests as sent; tokens of other services are masked.";
    const replay = `    ${invocation()} replay ${shellWord(path)}`;
    print(
      `Wrote ${paint("bold", visibleLine(path))}`,
      "",
      ...recordingSummary(recording),
      "",
      paint("dim", note),
      "",
      "  Replay it",
      replay,
      `${replay} --test reproduction.spec.ts`,
    );
  },
);

/** Writes the requests of a recording to a HAR file. @param base the address of the mock */
function writeHar({ steps }: Recording, base: string, path: string, version: string): void {
  const file = openHarFile(path, version);
  for (const step of steps) {
    // A broken connection has no response.
    if (!("call" in step) || (step.reply.delivery?.end ?? "whole") !== "whole") continue;
    const { method, path: place, query, headers, at } = step.call;
    const body = new TextDecoder().decode(bodyOf(step.call));
    const request = { method, url: `${base}${place}${query === "" ? "" : `?${query}`}`, headers };
    const { status, headers: received, body: content } = step.reply;
    file.add(
      {
        request: { ...request, headers: { ...headers }, ...(body === "" ? {} : { body }) },
        response: { status, headers: { ...received }, body: content, ms: 0 },
      },
      new Date(at),
    );
  }
  file.close();
}

type Source = Pick<z.output<typeof recordOptions>, "port" | "from" | "sandbox" | "controlToken">;

/** @throws InputError if no mock runs there, or it rejects the request */
async function fetchRecording({ port, from, sandbox, controlToken }: Source) {
  const address = URL.parse(from ?? `http://127.0.0.1:${port}`);
  if (address === null || !/^https?:$/.test(address.protocol))
    throw wrongSetting("--from", "expected the address of a mock, for instance http://127.0.0.1:4010");
  // The mock prints the console's address with its path, and with its token if it needs one.
  const base = address.origin + address.pathname.replace(/\/_orgkit(\/.*)?$/, "").replace(/\/+$/, "");
  const token = new URLSearchParams(address.hash.slice(1)).get("token") ?? controlToken;
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const unusable = (problem: string): InputError => new InputError(`mock "${base}"`, [{ at: base, problem }]);
  const ask = async (path: string) => {
    const url = `${base}/_orgkit/${path}`;
    try {
      // The mock never redirects. A server that does is not a mock, and must not get the token.
      const response = await fetch(url, { headers, redirect: "manual" });
      const body = await response.text();
      return { url, status: response.status, body, value: jsonOf(body) };
    } catch (error) {
      const { code, message } = Object(error instanceof Error ? (error.cause ?? error) : error);
      throw unusable(
        `no mock is running there (${code ?? message}); start one with ${invocation()} mock, or set another address with --port or --from`,
      );
    }
  };
  const other = (status: number): string =>
    status === 401
      ? "its control API needs the token it printed at its start: --control-token"
      : `this is not an orgkit mock, or its control API is off (status ${status})`;
  // Requested first, so that the response of the service itself, or of another server, is not mistaken for the mock's.
  const health = await ask("health");
  if (!z.object({ status: z.literal("pass") }).safeParse(health.value).success) throw unusable(other(health.status));
  const recording = await ask(`recording${sandbox === undefined ? "" : `?sandbox=${encodeURIComponent(sandbox)}`}`);
  if (recording.status === 200) return recording;
  throw unusable(problemSchema.safeParse(recording.value).data?.detail ?? other(recording.status));
}
