const tones: Readonly<Record<string, string>> = {
  active: "good",
  paid: "good",
  trialing: "calm",
  invited: "calm",
  open: "calm",
  past_due: "bad",
  suspended: "bad",
};

/** The status of a record. One this frontend has never heard of is shown, too. */
export function StatusBadge({ status }: { readonly status: string | undefined }) {
  if (status === undefined) return "–";
  return (
    <span className="badge" data-tone={tones[status] ?? "plain"}>
      {status.replaceAll("_", " ")}
    </span>
  );
}
