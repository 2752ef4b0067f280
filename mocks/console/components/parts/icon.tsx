import type { JSX } from "preact";

/** Drawn on a field of 16 × 16, in lines of the text's colour. */
const paths = {
  add: "M8 3v10M3 8h10",
  back: "M10 3 5 8l5 5",
  check: "m3 8.5 3.2 3.2L13 5",
  close: "m4 4 8 8M12 4l-8 8",
  copy: "M6 5.5h6.5v7.5H6zM3.5 10.5v-8H10",
  down: "m4 6 4 4 4-4",
  download: "M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13h10",
  edit: "M3 13v-2.4l7.4-7.4 2.4 2.4L5.4 13zM9 4.6 11.4 7",
  external: "M9 3h4v4M13 3 7.5 8.5M11.5 9.5V13H3V4.5h3.5",
  forward: "m6 3 5 5-5 5",
  help: "M5.8 6A2.2 2.2 0 1 1 8.6 8.1c-.4.2-.6.5-.6 1v.4M8 12v.1",
  book: "M3 3h4l1 1 1-1h4v9.5H9.2L8 13.5l-1.2-1H3zM8 4v9",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  play: "m5 3.5 7 4.5-7 4.5z",
  redo: "M12.5 6.5h-6a3.5 3.5 0 0 0 0 7H9M10 4l2.5 2.5L10 9",
  remove: "M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5M6.8 7v3.8M9.2 7v3.8",
  reset: "M3.2 8a4.8 4.8 0 1 0 1.6-3.6M3 2.5v3h3",
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.8 10.8 14 14",
  snapshot: "M2.5 5h2.7l1-1.5h3.6l1 1.5h2.7v8h-11zM8 11a2.3 2.3 0 1 0 0-4.6A2.3 2.3 0 0 0 8 11Z",
  undo: "M3.5 6.5h6a3.5 3.5 0 0 1 0 7H7M6 4 3.5 6.5 6 9",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
