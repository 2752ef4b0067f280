/** Stands where a list will be, while it is on its way. */
export function SkeletonRows({ label, rows = 8 }: { readonly label: string; readonly rows?: number }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} />
      ))}
    </div>
  );
}
