import { readFileSync } from "node:fs";
import { InputError } from "../../fixtures/input-error.ts";

/**
 * The certificate authority that `--ca` names, as PEM.
 * @throws InputError where the file cannot be read, or holds no certificate
 */
export function readCa(file: string): string {
  try {
    const pem = readFileSync(file, "utf8");
    if (pem.includes("-----BEGIN CERTIFICATE-----")) return pem;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new InputError("Settings", [{ at: "--ca", problem }]);
  }
  throw new InputError("Settings", [{ at: "--ca", problem: `"${file}" holds no certificate; expected PEM` }]);
}
