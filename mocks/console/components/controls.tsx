import { signal, useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren, ComponentProps } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { attempt, problemText, route } from "../store.ts";

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
  /** If it fails, a notice shows the error. */
  onClick?: () => unknown;
}

export function Button({ label, icon, look = "plain", onClick, ...rest }: ButtonProps) {
  const accessible = look === "icon" ? { "aria-label": label, title: label } : {};
  return (
    <button
      type="button"
      class={`button ${look}`}
      {...accessible}
      {...rest}
      onClick={onClick && (() => void attempt(onClick))}
    >
      {icon !== undefined && <Icon name={icon} />}
      {look !== "icon" && <span class="label">{label}</span>}
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
    setTimeout(() => (isCopied.value = false), copiedMs);
  };
  return <Button label={label} icon={isCopied.value ? "check" : "copy"} look={look} onClick={copy} />;
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

export function SearchField({ label, value }: { label: string; value: Signal<string> }) {
  return (
    <div class="search">
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => (value.value = event.currentTarget.value)}
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

interface FormProps {
  /** The label of its button. */
  action: string;
  /** @throws an error whose message says what is wrong with the input */
  onSend: () => Promise<void>;
  class?: string;
}

/** A form with one action, which shows the problem with its input until that is changed. */
export function Form({
  action,
  onSend,
  class: className = "inline-form",
  children,
}: FormProps & { children: ComponentChildren }) {
  const mistake = useSignal("");
  const send = async (): Promise<void> => {
    try {
      await onSend();
    } catch (error) {
      mistake.value = problemText(error);
    }
  };
  return (
    <form
      class={className}
      onInput={() => (mistake.value = "")}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {children}
      <Button type="submit" label={action} />
      <p class="problems" role="alert" hidden={mistake.value === ""}>
        {mistake}
      </p>
    </form>
  );
}

interface TextFormProps extends Omit<FormProps, "onSend"> {
  label: string;
  onSend: (text: string) => Promise<void>;
  input?: ComponentProps<"input">;
}

/** A field with an action, which empties it. */
export function TextForm({ label, onSend, input, ...form }: TextFormProps) {
  const text = useSignal("");
  const send = async (): Promise<void> => {
    await onSend(text.value.trim());
    text.value = "";
  };
  return (
    <Form {...form} onSend={send}>
      <label>
        <span>{label}</span>
        <input
          type="text"
          required
          autocomplete="off"
          {...input}
          value={text}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
    </Form>
  );
}

/** An empty state with the next step. */
export function EmptyState({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <div>{children}</div>
    </div>
  );
}

/** A sentence with names between backticks. */
export function Prose({ text }: { text: string }) {
  return <>{text.split("`").map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>;
}

/** Names and values. */
export function Pairs({
  pairs,
  look = "",
}: {
  pairs: readonly (readonly [ComponentChildren, ComponentChildren])[];
  look?: string;
}) {
  return (
    <dl class={`pairs ${look}`}>
      {pairs.map(([name, value], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Modal {
  title: string;
  children: ComponentChildren;
  class?: string;
}

const modal = signal<Modal | undefined>(undefined);

export function openDialog(dialog: Modal): void {
  modal.value = dialog;
}

/** Closes it and restores the focus. */
export function closeDialog(): void {
  document.querySelector<HTMLDialogElement>(".modal")?.close();
}

interface Confirmation {
  title: string;
  /** What is lost. */
  text: string;
  /** The label of its button. */
  action: string;
  run: () => Promise<void>;
}

/** Asks before what cannot be undone. */
export function confirm({ title, text, action, run }: Confirmation): void {
  const children = (
    <>
      <p>{text} This cannot be undone.</p>
      <div class="modal-actions">
        <Button label="Cancel" onClick={closeDialog} />
        <Button label={action} look="danger" onClick={() => attempt(run).then(closeDialog)} />
      </div>
    </>
  );
  openDialog({ title, children });
}

/** The open dialog. Its buttons, Escape, a click outside and leaving the page close it. */
export function Dialog() {
  useEffect(() => closeDialog, [route.value]);
  return modal.value === undefined ? null : <ModalDialog {...modal.value} />;
}

function ModalDialog({ title, children, class: className = "" }: Modal) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class={`modal ${className}`}
      aria-labelledby="dialog-title"
      onClose={() => (modal.value = undefined)}
      onClick={({ target }) => {
        if (target === dialog.current) closeDialog();
      }}
    >
      <div class="modal-body">
        <div class="modal-head">
          <h2 id="dialog-title">{title}</h2>
          <Button label="Close" icon="close" look="icon" onClick={closeDialog} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
