import { readText } from "../../fixtures/data-file.ts";
import { InputError } from "../../fixtures/input-error.ts";

/**
 * The certificate authority that `--ca` names, as PEM.
 * @throws InputError where the file cannot be read, or holds no certificate
 */
export function readCa(file: string): string {
  const pem = readText(file, "Certificate authority");
  if (pem.includes("-----BEGIN CERTIFICATE-----")) return pem;
  throw new InputError("Settings", [{ at: "--ca", problem: `"${file}" holds no certificate; expected PEM` }]);
}
