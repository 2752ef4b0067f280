import { useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren, ComponentProps } from "preact";
import { useEffect, useId } from "preact/hooks";
import { attempt, problemText } from "../store/notices.ts";

/** @param name of an icon in `index.html` */
function Icon({ name }: { name: string }) {
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
    // Over plain HTTP from another machine, browsers have no clipboard.
    if (!isSecureContext) throw new Error("The browser does not let it be copied here: select the text instead.");
    await navigator.clipboard.writeText(text);
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

interface SearchFieldProps {
  label: string;
  placeholder?: string;
  value: Signal<string>;
  id?: string;
}

export function SearchField({ label, placeholder = label, value, id }: SearchFieldProps) {
  return (
    <div class="search">
      <Icon name="search" />
      <input
        type="search"
        id={id}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => {
          value.value = event.currentTarget.value;
        }}
      />
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  choices: readonly (readonly [value: Value, text: string])[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A few choices side by side, one of them selected. */
export function Segments<Value extends string>({ label, choices, value, onChange }: ChoiceProps<Value>) {
  return (
    <div class="segments" role="group" aria-label={label}>
      {choices.map(([choice, text]) => (
        <button key={choice} type="button" aria-pressed={choice === value} onClick={() => onChange(choice)}>
          {text}
        </button>
      ))}
    </div>
  );
}

/** A select box. */
export function Select<Value extends string>({ label, choices, value, onChange }: ChoiceProps<Value>) {
  return (
    <select
      class="select"
      aria-label={label}
      value={value}
      onChange={({ currentTarget: { selectedIndex } }) => onChange(choices[selectedIndex]?.[0] ?? value)}
    >
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface TextFormProps {
  label: string;
  /** Its text, if others change it, too. */
  text?: Signal<string>;
  /** The label of its button. */
  action: string;
  /** @throws an error whose message says what is wrong with the text */
  onSend: (text: string) => Promise<void>;
  look?: "plain" | "primary";
  class?: string;
  /** Whether the field keeps its text after sending. */
  isKept?: boolean;
  /** The problem with the text sent before. */
  problem?: string;
  input?: ComponentProps<"input">;
  children?: ComponentChildren;
}

/** A field with an action: shows the problem, and is cleared on success. */
export function TextForm(props: TextFormProps) {
  const { label, action, onSend, look = "plain", isKept, problem = "", class: className, children, input } = props;
  const own = useSignal("");
  const { text = own } = props;
  const mistake = useSignal("");
  const id = useId();
  const shown = mistake.value || problem;
  const send = async (): Promise<void> => {
    const sent = text.value;
    mistake.value = "";
    try {
      await onSend(sent.trim());
      // The user may have started the next one in the meantime.
      if (isKept !== true && text.value === sent) text.value = "";
    } catch (error) {
      mistake.value = problemText(error);
    }
  };
  return (
    <form
      class={className ?? "inline-form"}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label>
        <span>{label}</span>
        <input
          type="text"
          required
          autocomplete="off"
          aria-invalid={shown !== ""}
          aria-describedby={id}
          {...input}
          value={text}
          onInput={(event) => {
            text.value = event.currentTarget.value;
            mistake.value = "";
          }}
        />
      </label>
      {children}
      <Button type="submit" label={action} look={look} />
      <p id={id} class="problems" role="alert" hidden={shown === ""}>
        {shown}
      </p>
    </form>
  );
}

/** Listens for keys, except in text fields. */
export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const { target } = event;
      const isWriting = target instanceof HTMLElement && target.matches("input, textarea, select, dialog *");
      if (!isWriting) onKey(event);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
