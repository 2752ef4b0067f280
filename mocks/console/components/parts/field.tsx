import type { JSX } from "preact";
import { Icon } from "./icon.tsx";

export interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** What `/` leads to, where nothing is being written. */
  readonly id?: string;
}

export function SearchField({ label, placeholder, value, onInput, id }: SearchFieldProps): JSX.Element {
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
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  );
}

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly text: string; readonly class?: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A few choices beside each other, of which one holds. */
export function Segments<Value extends string>({ label, choices, value, onChange }: ChoiceProps<Value>): JSX.Element {
  return (
    <div class="segments" role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          class={choice.class}
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.text}
        </button>
      ))}
    </div>
  );
}

/** One of some choices, in a list that opens. */
export function Select<Value extends string>({ label, choices, value, onChange }: ChoiceProps<Value>): JSX.Element {
  return (
    <select
      class="select"
      aria-label={label}
      value={value}
      onChange={(event) => {
        const chosen = choices.find((choice) => choice.value === event.currentTarget.value);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.text}
        </option>
      ))}
    </select>
  );
}
