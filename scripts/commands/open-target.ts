import { randomBytes } from "node:crypto";
import { connectionSchema } from "../../conformance/target/connection.ts";
import { openSession, type Session } from "../../conformance/target/session.ts";
import { secretsSchema, targetSchema, type Target } from "../../conformance/target/target.ts";
import { splitHeader } from "./conform-targets.ts";
import { readCa } from "./read-ca.ts";

/** How a target is reached, as settings say it. */
export interface Reaching {
  readonly timeout?: number | undefined;
  readonly maxRps?: number | undefined;
  readonly ca?: string | undefined;
  readonly insecure: boolean;
}

export interface OpenTarget extends Reaching {
  readonly target: Pick<Target, "baseUrl" | "subscriptionIds" | "allowWrites" | "tokenVariables"> & Partial<Target>;
  readonly token: string;
  readonly secondToken?: string | undefined;
  /** `'K: V'` each. */
  readonly header: readonly string[];
  readonly recordFile: string;
}

/** Opens a session with a target that is asked and not judged. */
export function openTarget(options: OpenTarget): Session {
  const { target, token, secondToken, header, timeout, maxRps, ca, insecure, recordFile } = options;
  return openSession({
    target: targetSchema.parse(target),
    secrets: secretsSchema.parse({
      first: token,
      ...(secondToken === undefined ? {} : { second: secondToken }),
      headers: Object.fromEntries(header.map(splitHeader)),
    }),
    connection: connectionSchema.parse({
      insecure,
      ...(timeout === undefined ? {} : { timeout }),
      ...(maxRps === undefined ? {} : { maxRps }),
      ...(ca === undefined ? {} : { ca: readCa(ca) }),
    }),
    runId: `orgkit${randomBytes(3).toString("hex")}`,
    recordFile,
  });
}
