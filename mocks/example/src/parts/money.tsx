import { formatMoney } from "../format/money.ts";

interface MoneyProps {
  readonly minorUnits: number | undefined;
  readonly currency: string | undefined;
}

/** An amount; a dash where the record names none. */
export function Money({ minorUnits, currency }: MoneyProps) {
  return minorUnits === undefined || currency === undefined ? "–" : formatMoney(minorUnits, currency);
}
