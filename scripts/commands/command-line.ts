import { shellWord } from "../../fixtures/shell-word.ts";
import { withoutCredentials } from "../../conformance/target/exchange.ts";
import type { Report } from "../../conformance/report/report.ts";
import type { ConformSettings } from "./conform-options.ts";

type Given = Pick<
  ConformSettings,
  "id" | "subscriptionId" | "allowWrites" | "createBody" | "dialect" | "level" | "grep"
>;

/** The command line that judges a target in the same way again; the tokens are expected in the environment. */
export function commandFor({ target }: Report, given: Given): string {
  const { id, subscriptionId, allowWrites, createBody, dialect, level, grep } = given;
  const body =
    createBody === undefined
      ? undefined
      : withoutCredentials(typeof createBody === "string" ? createBody : JSON.stringify(createBody));
  return [
    "orgkit conform",
    shellWord(target.baseUrl),
    ...[...id, ...subscriptionId.map((known) => `subscription=${known}`)].map((known) => `--id ${shellWord(known)}`),
    ...(allowWrites ? ["--allow-writes"] : []),
    ...(body === undefined ? [] : [`--create-body ${shellWord(body)}`]),
    ...(dialect === undefined ? [] : [`--dialect ${shellWord(dialect)}`]),
    ...(level === "declared" ? [] : [`--level ${level}`]),
    ...(grep === undefined ? [] : [`--grep ${shellWord(grep)}`]),
  ].join(" ");
}
