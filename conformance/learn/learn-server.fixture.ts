import { expect } from "@playwright/test";
import { parse } from "yaml";
import { dialectSchema, type DialectInput } from "../../fixtures/dialect/dialect.ts";
import { listen, serverOf, type Answer } from "../test-servers/serve.ts";
import { defaultTokens, type IndependentServer } from "../test-servers/independent-server.ts";
import { connectionSchema } from "../target/connection.ts";
import { maxCreated } from "../target/connection.ts";
import { Stage } from "../judge/stage.ts";
import { secretsSchema, targetSchema } from "../target/target.ts";
import { compose, type Composed } from "./compose.ts";
import { dialectFile } from "./dialect-file.ts";
import { learnFrom, maxRequests, type Learned } from "./learn-from.ts";

export interface Result {
  readonly learned: Learned;
  readonly composed: Composed;
  readonly dialect: DialectInput;
  /** The dialect as a file. */
  readonly text: string;
}

export interface Options {
  readonly token?: string;
  readonly subscriptionIds?: readonly string[];
  readonly allowWrites?: boolean;
}

/** Learns a server over HTTP. */
export async function learnServer(answer: Answer, options: Options = {}): Promise<Result> {
  return learnIndependent({ start: () => listen(serverOf(answer)) }, options);
}

/** Learns one of the test servers of the judge. */
export async function learnIndependent(
  { start }: Pick<IndependentServer, "start">,
  options: Options = {},
): Promise<Result> {
  const { baseUrl, stop } = await start();
  try {
    return await learnAt(baseUrl, options);
  } finally {
    await stop();
  }
}

/** Learns the service at an address; checks that the result loads and the number of requests is within the limit. */
async function learnAt(baseUrl: string, options: Options): Promise<Result> {
  const stage = new Stage({
    target: targetSchema.parse({
      baseUrl,
      ids: { subscription: [...(options.subscriptionIds ?? [])] },
      allowWrites: options.allowWrites ?? true,
    }),
    secrets: secretsSchema.parse({ first: options.token ?? defaultTokens.first }),
    connection: connectionSchema.parse({ maxCreated: maxCreated.learn, maxRequests }),
    runId: "orgkit05eed",
  });
  try {
    const learned = await learnFrom(stage);
    const composed = compose(learned);
    const text = dialectFile(learned, composed);
    dialectSchema.parse(parse(text));
    expect(learned.requests).toBeLessThanOrEqual(maxRequests);
    return { learned, composed, dialect: composed.dialect, text };
  } finally {
    await stage.close();
  }
}
