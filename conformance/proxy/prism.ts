import type * as PrismPackage from "@stoplight/prism-http";
import { z } from "zod";
import type { Diagnostics, PrismExchange } from "./diagnostics.ts";
import { InputError } from "../../fixtures/input-error.ts";
import type { OpenApiDocument } from "../../fixtures/interface/openapi-document.ts";

type PrismHttp = Pick<typeof PrismPackage, "createInstance" | "getHttpOperationsFromSpec">;
type Instance = ReturnType<PrismHttp["createInstance"]>;
type Logger = Parameters<PrismHttp["createInstance"]>[1]["logger"];

const packageName = "@stoplight/prism-http";

/** Validates exchanges by an OpenAPI document. */
export interface Prism {
  validate(exchange: PrismExchange): Promise<Diagnostics>;
}

/**
 * Loads Prism, which is not installed with orgkit, and gives it the document.
 * @param load loads the package; a test may load another
 * @throws InputError where it is not installed
 */
export async function openPrism(
  document: OpenApiDocument,
  load: () => Promise<PrismHttp> = importPrism,
): Promise<Prism> {
  const { createInstance, getHttpOperationsFromSpec } = await loadPrism(load);
  const operations = await getHttpOperationsFromSpec(structuredClone(document));
  return {
    async validate({ request, reply }) {
      // Prism sends nothing: what it would forward to was asked already, and its answer stands here.
      const forward = () => () => () => Promise.resolve({ _tag: "Right" as const, right: reply });
      const instance: Instance = createInstance(config, { logger, forward });
      const validated = await instance.request(request, operations)();
      if (validated._tag === "Left") throw validated.left;
      return validated.right.validations;
    },
  };
}

const config = {
  isProxy: true,
  upstream: new URL("http://127.0.0.1"),
  upstreamProxy: undefined,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  mock: { dynamic: false },
} as const;

/** Prism logs requests with their headers; here it has nowhere to. */
const silent: unknown = Object.fromEntries([
  ...["trace", "debug", "info", "warn", "error", "fatal", "success"].map((level) => [level, () => {}]),
  ["child", () => logger],
]);
const logger = z.custom<Logger>((value) => typeof value === "object").parse(silent);

function importPrism(): Promise<PrismHttp> {
  return import("@stoplight/prism-http");
}

async function loadPrism(load: () => Promise<PrismHttp>): Promise<PrismHttp> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error)) throw error;
    const problem = `is not installed; orgkit proxy validates by it. Add it with: npm i -D ${packageName}`;
    throw new InputError("Prism", [{ at: packageName, problem }]);
  }
}

/** Prism itself is missing, not something that it needs. */
function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "ERR_MODULE_NOT_FOUND" &&
    error.message.includes(`'${packageName}'`)
  );
}
