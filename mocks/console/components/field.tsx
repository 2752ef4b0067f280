import { useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren, ComponentProps } from "preact";
import { useEffect, useId } from "preact/hooks";
import { problemText } from "../store/notices.ts";
import { Button, Icon } from "./button.tsx";

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

/** A few choices beside each other, of which one holds. */
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

/** One of some choices, in a list that opens. */
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
  /** On its button. */
  action: string;
  /** @throws whatever says what is wrong with the text */
  onSend: (text: string) => Promise<void>;
  look?: "plain" | "primary";
  class?: string;
  /** Whether the text stays in its field when it was sent. */
  isKept?: boolean;
  /** What is wrong with the text that was sent before. */
  problem?: string;
  input?: ComponentProps<"input">;
  children?: ComponentChildren;
}

/** One field and what is done with it; says what is wrong, and is emptied when it is done. */
export function TextForm(props: TextFormProps) {
  const { label, action, onSend, look = "plain", isKept, problem = "", class: className, children, input } = props;
  const text = useSignal("");
  const mistake = useSignal("");
  const id = useId();
  const shown = mistake.value || problem;
  const send = async (): Promise<void> => {
    const sent = text.value;
    mistake.value = "";
    try {
      await onSend(sent.trim());
      // The next one may have been begun meanwhile.
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

/** Listens for keys where no text is being written. */
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
