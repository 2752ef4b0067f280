import { useSignal } from "@preact/signals";
import type { ComponentProps } from "preact";
import { attempt } from "../store/notices.ts";

/** @param name of an icon in `index.html` */
export function Icon({ name }: { name: string }) {
  return (
    <svg class="icon" aria-hidden="true" focusable="false">
      <use href={`#icon-${name}`} />
    </svg>
  );
}

interface ButtonProps extends Omit<ComponentProps<"button">, "class" | "label" | "icon" | "onClick"> {
  /** What it does: shown, or read by screen readers if it is an icon. */
  label: string;
  icon?: string;
  /** `icon`: the label is shown on hover, and read by screen readers. */
  look?: "plain" | "primary" | "danger" | "quiet" | "icon";
  class?: string;
  /** If it fails, a notice shows the error. */
  onClick?: () => unknown;
}

export function Button({
  label,
  icon,
  look = "plain",
  class: className = "",
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const accessible = look === "icon" ? { "aria-label": label, title: label } : {};
  return (
    <button
      type="button"
      class={`button ${look} ${className}`}
      {...accessible}
      {...rest}
      onClick={onClick && (() => void attempt(onClick))}
    >
      {icon !== undefined && <Icon name={icon} />}
      {look !== "icon" && <span class="label">{label}</span>}
      {children}
    </button>
  );
}

const copiedMs = 1500;

/** @param label what is copied: `Copy token` */
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
      onClick={copy}
    >
      <span class="unseen" role="status">
        {isCopied.value ? "Copied" : ""}
      </span>
    </Button>
  );
}

/** A text, and a button to copy it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <>
      <code>{text}</code>
      <CopyButton label={label} text={text} />
    </>
  );
}

/** Over plain HTTP from another machine, browsers have no clipboard API, only the older way by a selection. */
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
