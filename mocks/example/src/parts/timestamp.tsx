interface TimestampProps {
  readonly value: string | null | undefined;
  readonly format: (value: string) => string;
}

/** A date as people read it, and as programs do; a dash where there is none. */
export function Timestamp({ value, format }: TimestampProps) {
  if (value === null || value === undefined) return "–";
  return (
    <time dateTime={value} title={value}>
      {format(value)}
    </time>
  );
}
