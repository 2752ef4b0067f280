const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** A date for people and, in `dateTime`, for programs; a dash if there is none. */
export function Day({ of }: { readonly of: string | null | undefined }) {
  return of ? <time dateTime={of}>{day.format(new Date(of))}</time> : "–";
}

interface MoneyProps {
  readonly minorUnits: number | undefined;
  readonly currency: string | undefined;
}

/** 174000 EUR is €1,740.00, and 500 JPY is JP¥500; a dash if the record has no amount. */
export function Money({ minorUnits, currency }: MoneyProps) {
  if (minorUnits === undefined || currency === undefined) return "–";
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency });
  return format.format(minorUnits / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0));
}

const tones: Readonly<Record<string, string>> = { active: "good", paid: "good", past_due: "bad", suspended: "bad" };

/** The status of a record. An unknown one is shown, too. */
export function Status({ of = "–" }: { readonly of: string | undefined }) {
  return (
    <span className="badge" data-tone={tones[of] ?? "plain"}>
      {of.replaceAll("_", " ")}
    </span>
  );
}
