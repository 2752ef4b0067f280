import { useSignal } from "@preact/signals";
import type { ComponentProps } from "preact";
import { attempt } from "../store/notices.ts";

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
  forward: "m6 3 5 5-5 5",
  help: "M5.8 6A2.2 2.2 0 1 1 8.6 8.1c-.4.2-.6.5-.6 1v.4M8 12v.1",
  book: "M3 3h4l1 1 1-1h4v9.5H9.2L8 13.5l-1.2-1H3zM8 4v9",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  play: "m5 3.5 7 4.5-7 4.5z",
  redo: "M12.5 6.5h-6a3.5 3.5 0 0 0 0 7H9M10 4l2.5 2.5L10 9",
  remove: "M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5M6.8 7v3.8M9.2 7v3.8",
  reset: "M3.2 8a4.8 4.8 0 1 0 1.6-3.6M3 2.5v3h3",
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.8 10.8 14 14",
  undo: "M3.5 6.5h6a3.5 3.5 0 0 1 0 7H7M6 4 3.5 6.5 6 9",
} as const;

export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}

interface ButtonProps extends Omit<ComponentProps<"button">, "class" | "label" | "icon"> {
  /** What it does; shown, or told to those who cannot see its icon. */
  label: string;
  icon?: keyof typeof paths;
  /** `icon`: the label is only told, and shown on hovering. */
  look?: "plain" | "primary" | "danger" | "quiet" | "icon";
  class?: string;
}

export function Button({ label, icon, look = "plain", class: className = "", children, ...rest }: ButtonProps) {
  const told = look === "icon" ? { "aria-label": label, title: label } : {};
  return (
    <button type="button" class={`button ${look} ${className}`} {...told} {...rest}>
      {icon !== undefined && <Icon name={icon} />}
      {look !== "icon" && <span class="label">{label}</span>}
      {children}
    </button>
  );
}

const copiedMs = 1500;

/** @param label what is copied, in words: `Copy token` */
export function CopyButton({ label, text, look = "icon" }: { label: string; text: string; look?: "icon" | "quiet" }) {
  const isCopied = useSignal(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text).catch(() => copySelection(text));
    isCopied.value = true;
    setTimeout(() => {
      isCopied.value = false;
    }, copiedMs);
  };
  return (
    <Button
      label={label}
      icon={isCopied.value ? "check" : "copy"}
      look={look}
      class={isCopied.value ? "copied" : ""}
      onClick={() => void attempt(copy)}
    >
      <span class="unseen" role="status">
        {isCopied.value ? "Copied" : ""}
      </span>
    </Button>
  );
}

/** Over plain HTTP from another machine a browser offers no clipboard, only the older way by a selection. */
function copySelection(text: string): void {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (!isCopied) throw new Error("The browser did not let it be copied: select the text instead.");
}
