import { z } from "zod";
import { integer, option, text, onOff } from "../../fixtures/settings/settings.ts";
import { recordKinds } from "../../fixtures/contract/record-kinds.ts";
import type { ConformOptions } from "../../conformance/options/options.ts";
import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { inputError } from "../../fixtures/input/input-error.ts";
import { makeDirectory } from "../../fixtures/files/write-file.ts";

/** The address that a server command listens on: the same flags for the mock and the proxy. */
export const listenOptions = {
  port: option(integer("a port", 0, 65_535).default(4010), {
    flags: "-p, --port <number>",
    description: "the port to listen on; 0 picks a free one",
    alias: "PORT",
  }),
  host: option(text("expected an address, for instance 127.0.0.1").default("127.0.0.1"), {
    flags: "--host <address>",
    description: "the address to listen on",
  }),
  allowedHost: option(z.array(z.string("expected a host name")).default([]), {
    flags: "--allowed-host <name>",
    description: "also accept requests for this host name; repeatable",
  }),
};

/** The mark of an id of the second account. */
const second = "second:";

/** `subscription=sub_1`, or `second:subscription=sub_9` of the second account. */
const knownId = new RegExp(`^(?:${second})?(?:${recordKinds.join("|")})=.`);
const expectedId = `expected KIND=ID, for instance subscription=sub_1, of the kinds ${recordKinds.join(", ")}`;

/** Known ids of all kinds in one flag. */
export const idOption = option(
  z.array(z.string().regex(knownId, expectedId), "expected a list of ids, each with its kind").default([]),
  {
    flags: "--id <KIND=ID>",
    description: `the id of a record of the account (${recordKinds.join(", ")}); give two to verify that each id returns its own record, and second:KIND=ID for one of the second account`,
  },
);

type Ids = NonNullable<ConformOptions["ids"]>;

/** The ids of both accounts, by kind. */
export function groupIds(texts: readonly string[]): { readonly ids: Ids; readonly secondIds: Ids } {
  const [ids = {}, secondIds = {}] = [false, true].map((ofSecond): Ids => {
    const given = texts.filter((one) => one.startsWith(second) === ofSecond);
    const pairs = given.map((one) => one.slice(ofSecond ? second.length : 0).split(/=(.*)/s, 2));
    const byKind = Map.groupBy(pairs, ([kind = ""]) => kind);
    return Object.fromEntries([...byKind].map(([kind, same]) => [kind, same.map(([, id = ""]) => id)]));
  });
  return { ids, secondIds };
}

export const forceOption = option(onOff, { flags: "--force", description: "overwrite an existing file" });

interface NewFile {
  /** What the file is: `recording`. */
  readonly what: string;
  /** The setting of the path: `--out`. */
  readonly at: string;
  readonly path: string;
  /** Whether it may overwrite a file. */
  readonly force: boolean;
}

/**
 * Creates the directory of a file before the work starts, so that its result can be written.
 * @throws InputError if the file exists, or cannot be written
 */
export function prepareNewFile({ what, at, path, force }: NewFile): void {
  const reject = (problem: string) => inputError(`${what} "${path}"`, at, problem);
  if (existsSync(path) && !force) {
    throw reject("the file exists; choose another name, or overwrite it with --force");
  }
  try {
    makeDirectory(dirname(path));
    // The trailing slash rejects a file instead of the directory.
    accessSync(`${dirname(path)}/`, constants.W_OK);
  } catch (error) {
    throw reject(`cannot be written (${String(Object(error).code)})`);
  }
}
