import { contract } from "../../fixtures/contract/catalogue.ts";
import { isLoopback } from "../../mocks/faces/control-guard.ts";
import type { Paint } from "../terminal.ts";
import type { ProxySettings } from "./proxy-options.ts";

export interface ProxyStartup {
  readonly version: string;
  /** Where it listens, with the actual port. */
  readonly url: string;
  readonly target: string;
  /** The name of the declared dialect. */
  readonly dialect: string | undefined;
  readonly settings: ProxySettings;
}

const sidesInWords: Readonly<Record<ProxySettings["side"], string>> = {
  both: "what the client sends and what the target replies",
  request: "what the client sends",
  reply: "what the target replies",
};

/** What `orgkit proxy` prints when it is ready. */
export function proxyStartupText({ version, url, target, dialect, settings }: ProxyStartup, paint: Paint): string {
  const { host, side, insecure } = settings;
  return [
    `${paint("bold", "orgkit")} ${version} passes calls on, and judges them by the ${contract.title} ${contract.version}`,
    "",
    `  Base URL  ${paint("cyan", url)}`,
    `  Target    ${target}`,
    `  Dialect   ${dialect ?? `none ${paint("dim", "give --dialect to judge what the target declares")}`}`,
    `  Judged    ${sidesInWords[side]}`,
    ...(/\/api\/v1\/?$/.test(target)
      ? [paint("yellow", "  The target ends with /api/v1, which the calls bring themselves: give it without")]
      : []),
    ...(insecure ? [paint("yellow", "  Insecure  any certificate of the target is accepted")] : []),
    ...(isLoopback(host) ? [] : [paint("yellow", `  Reachable from other machines: listening on ${host}`)]),
    "",
    paint("dim", "  Stop with Ctrl+C for the report"),
    "",
  ].join("\n");
}
