import { alphabets, idFormat, idKeys } from "../../fixtures/dialect/identifier.ts";
import { operations, type OperationId } from "../../fixtures/contract/operations.ts";
import type { RecordKind } from "../../fixtures/contract/record-kinds.ts";
import { isDeclared } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { fillTargetDialect } from "./dialect.ts";
import { knownIds, type Target } from "./target.ts";
import type { Identifier } from "../../fixtures/dialect/identifier-schema.ts";
import { hashToByte, findAlphabet } from "./altered-token.ts";

/** An unknown id for an operation, the same in every run. */
export function unknownId(target: Target, operation: OperationId): string {
  return idUnlike(knownIds(target, operation), declaredFormat(fillTargetDialect(target), operations[operation].record));
}

function declaredFormat(dialect: Dialect | undefined, kind: RecordKind): Identifier | undefined {
  const key = idKeys[kind];
  return dialect !== undefined && key !== undefined && isDeclared(dialect, key) ? idFormat(kind, dialect) : undefined;
}

/**
 * An id different from these: with a format, or else of the same form as the first one (length, kinds of characters).
 */
export function idUnlike(ids: readonly string[], format: Identifier | undefined): string {
  const [knownId = ""] = ids;
  for (let round = 0; ; round += 1) {
    const isFree = format === undefined || format.kind === "any";
    const candidate = isFree ? createSimilar(knownId, round) : createInFormat(format, `${knownId} ${round}`);
    if (!ids.includes(candidate)) return candidate;
  }
}

function createInFormat(format: Exclude<Identifier, { kind: "any" }>, seed: string): string {
  const draw = (alphabet: string, length: number): string =>
    Array.from({ length }, (_, index) =>
      alphabet.charAt(hashToByte(`unknown ${seed} ${index}`) % alphabet.length),
    ).join("");
  switch (format.kind) {
    case "integer":
    case "digits":
      return `9${draw(alphabets.digits, 8)}`;
    case "uuid": {
      const hex = draw(alphabets.hex, 31);
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
    }
    case "prefixed":
      return format.prefix + draw(alphabets[format.alphabet], format.length);
  }
}

/** An id with new random characters after its last separator. */
function createSimilar(id: string, round: number): string {
  const fixed = Math.max(
    id.lastIndexOf("_"),
    id.includes("-") && !/^[0-9a-f-]{36}$/.test(id) ? id.lastIndexOf("-") : -1,
  );
  // A uuid contains its version and variant (RFC 9562 §4): without them it would be ill-formed.
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  const similarId = Array.from(id, (character, index) => {
    if (index <= fixed || (isUuid && (index === 14 || index === 19))) return character;
    const kind = /^[0-9a-f-]+$/.test(id) && /[a-f]/.test(character) ? "abcdef" : findAlphabet(character);
    if (kind === undefined) return character;
    return kind.charAt(hashToByte(`unknown ${id} ${round} ${index}`) % kind.length);
  }).join("");
  // A short number probably belongs to some subscription, a longer one hardly.
  if (/^\d{1,8}$/.test(id)) return `9${similarId.padEnd(8, "7")}`.replace(/^90+/, "99");
  // So does a short text; and an id without letters and digits has nothing to replace.
  return similarId.length < 6 || similarId === id ? `${similarId}-unknown-7f3a` : similarId;
}
