import type { ConnectionOptions, TargetOptions } from "../api/conform-options.ts";
import { connectionOf, idsOf } from "../api/option-schemas.ts";
import { newRunId } from "../target/body.ts";
import { maxCreated } from "../target/creations.ts";
import { openSession, type Session } from "../target/session.ts";
import { secretsSchema, targetSchema, tokenVariables } from "../target/target.ts";
import { expiredTokenVariable } from "./learning.ts";

/** A target that is asked and not judged. */
export interface AskedTarget
  extends
    ConnectionOptions,
    Pick<TargetOptions, "baseUrl" | "token" | "ids" | "subscriptionIds" | "allowWrites" | "createBody" | "headers"> {
  readonly expiredToken?: string | undefined;
  /** The variable that stands for the token in what is said; `ORGKIT_TOKEN` by default. */
  readonly tokenVariable?: string | undefined;
}

/**
 * Opens a session with a target that is asked and not judged.
 * @param recordFile where what is exchanged is kept
 */
export function openTarget(asked: AskedTarget, recordFile: string): Session {
  const { baseUrl, token, expiredToken, allowWrites = false, createBody, headers = {} } = asked;
  return openSession({
    target: targetSchema.parse({
      baseUrl,
      ids: idsOf(asked),
      allowWrites,
      createBody,
      tokenVariables: { first: asked.tokenVariable ?? tokenVariables.first, second: expiredTokenVariable },
    }),
    // It is sent as the token of a second account would be.
    secrets: secretsSchema.parse({ first: token, second: expiredToken, headers }),
    connection: connectionOf(asked),
    runId: newRunId(),
    recordFile,
    maxCreated: maxCreated.learn,
  });
}
