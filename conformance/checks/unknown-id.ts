import { createHash } from "node:crypto";
import { alphabets, fitsIdentifier } from "../../fixtures/dialect/identifier.ts";
import type { Target } from "../target/target.ts";

const kinds = [alphabets.digits, "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/**
 * An id of the same form as the first known one (length, kinds of characters) that no subscription is known to
 * have; the same in every run. Where it does not fit the declared format, one that does.
 */
export function unknownSubscriptionId({ subscriptionIds, dialect }: Target): string {
  const [known = ""] = subscriptionIds;
  for (let round = 0; round < 50; round += 1) {
    const candidate = similar(known, round);
    const fits = dialect === undefined || fitsIdentifier(dialect.subscriptionId.format, candidate);
    if (fits && !subscriptionIds.includes(candidate)) return candidate;
  }
  return "00000000-0000-4000-8000-000000000000";
}

/** An id whose characters are all drawn anew but for what stands before its last separator. */
function similar(id: string, round: number): string {
  const fixed = Math.max(
    id.lastIndexOf("_"),
    id.includes("-") && !/^[0-9a-f-]{36}$/.test(id) ? id.lastIndexOf("-") : -1,
  );
  // A uuid tells its version and its variant (RFC 9562 §4): without them it would be ill formed.
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  const drawn = Array.from(id, (character, index) => {
    if (index <= fixed || (isUuid && (index === 14 || index === 19))) return character;
    const kind = /^[0-9a-f-]+$/.test(id) && /[a-f]/.test(character) ? "abcdef" : kindOf(character);
    if (kind === undefined) return character;
    const byte = createHash("sha256").update(`unknown ${id} ${round} ${index}`).digest().readUInt8(0);
    return kind.charAt(byte % kind.length);
  }).join("");
  // A short number is likely to be some subscription's: a longer one hardly is.
  return /^\d{1,8}$/.test(id)
    ? `9${drawn.padEnd(8, "7")}`.replace(/^90+/, "99")
    : drawn.length < 6
      ? `${drawn}-unknown-7f3a`
      : drawn;
}

function kindOf(character: string): string | undefined {
  return kinds.find((characters) => characters.includes(character));
}
