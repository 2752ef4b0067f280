import type { JSX } from "preact";
import { offset, pageSize } from "../../store/world.ts";
import { Button } from "../parts/button.tsx";

export function Pager({ total }: { readonly total: number }): JSX.Element {
  const first = offset.value;
  const end = Math.min(first + pageSize, total);
  return (
    <nav class="pager" aria-label="Pages">
      <span class="soft" role="status">
        {total === 0 ? "No records" : `${first + 1} to ${end} of ${total}`}
      </span>
      <Button
        label="Previous page"
        icon="back"
        look="icon"
        disabled={first === 0}
        onClick={() => {
          offset.value = Math.max(0, first - pageSize);
        }}
      />
      <Button
        label="Next page"
        icon="forward"
        look="icon"
        disabled={end >= total}
        onClick={() => {
          offset.value = first + pageSize;
        }}
      />
    </nav>
  );
}
