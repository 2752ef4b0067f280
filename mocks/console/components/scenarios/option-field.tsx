import type { JSX } from "preact";
import { useId } from "preact/hooks";
import type { Field } from "../../scenario-text.ts";

export interface OptionFieldProps {
  readonly field: Field;
  readonly value: string;
  readonly onChange: (name: string, value: string) => void;
}

/** The field of one option; empty, the option is left to its default. */
export function OptionField({ field, value, onChange }: OptionFieldProps): JSX.Element {
  const id = useId();
  const { name, label, preset } = field;
  const shared = {
    id,
    value,
    "aria-describedby": `${id}-label`,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(name, event.currentTarget.value),
  };
  return (
    <div class="field">
      <label for={id}>{name}</label>
      {field.input === "choice" && (
        <select class="select" {...shared}>
          <option value="">{preset === "" ? "any" : `${preset} (default)`}</option>
          {field.choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      )}
      {field.input === "number" && (
        <input
          type="number"
          placeholder={preset}
          min={field.min}
          max={field.max}
          step={field.isWhole ? 1 : "any"}
          {...shared}
        />
      )}
      {field.input === "text" && <input type="text" placeholder={preset} {...shared} />}
      <p id={`${id}-label`} class="soft">
        {label}
      </p>
    </div>
  );
}
