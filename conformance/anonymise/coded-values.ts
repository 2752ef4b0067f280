import type { FieldKind } from "./field-phrases.ts";

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
const timeZones: ReadonlySet<string> = new Set(["UTC", "Etc/UTC", ...Intl.supportedValuesOf("timeZone")]);
const languages = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Is it a code of a public list, as fields of this kind have it: ISO 4217, ISO 3166, BCP 47, the zones of IANA? */
export function isCodedValue(kind: FieldKind | undefined, text: string): boolean {
  switch (kind) {
    case "currency":
      return currencies.has(text.toUpperCase());
    case "country":
      return /^[a-z]{2}$/i.test(text) ? isRegion(text) : /^[A-Z]{3}$/.test(text);
    case "language":
      return (
        /^[a-z]{2,3}(?:[-_][A-Z][a-z]{3})?(?:[-_][A-Za-z]{2})?$/.test(text) && isLanguage(text.replaceAll("_", "-"))
      );
    case "timeZone":
      return timeZones.has(text);
    default:
      return false;
  }
}

function isRegion(text: string): boolean {
  return regions.of(text.toUpperCase()) !== undefined;
}

function isLanguage(text: string): boolean {
  return languages.of(text.slice(0, /-/.exec(text)?.index ?? text.length)) !== undefined;
}
