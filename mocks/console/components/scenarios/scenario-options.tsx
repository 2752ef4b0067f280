import type { JSX } from "preact";
import type { ScenarioKind } from "../../control-schemas.ts";
import { fieldsOf, optionsIn, type Field, type OptionTexts } from "../../scenario-text.ts";
import { Button } from "../parts/button.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { OptionField } from "./option-field.tsx";

export interface ScenarioOptionsProps {
  readonly kind: ScenarioKind;
  readonly options: OptionTexts;
  /** The scenario with these options, as it is written. */
  readonly written: string;
  readonly isOn: boolean;
  /** Whether it is not in force like this already. */
  readonly canApply: boolean;
  readonly onChange: (options: OptionTexts) => void;
  readonly onApply: () => void;
}

/** The options of a scenario, as a form made from their JSON Schema. */
export function ScenarioOptions(props: ScenarioOptionsProps): JSX.Element {
  const { kind, options, written, isOn, canApply, onChange, onApply } = props;
  const { own, which } = fieldsOf(kind);
  const fields = (list: readonly Field[]): JSX.Element => (
    <div class="fields">
      {list.map((field) => (
        <OptionField
          key={field.name}
          field={field}
          value={options[field.name] ?? ""}
          onChange={(name, value) => onChange({ ...options, [name]: value })}
        />
      ))}
    </div>
  );
  return (
    <form
      class="scenario-options"
      onSubmit={(event) => {
        event.preventDefault();
        onApply();
      }}
    >
      <div class="examples">
        <span class="soft">For instance</span>
        {kind.examples.map((example) => (
          <button
            key={example}
            type="button"
            class="term"
            title="Take these options"
            onClick={() => onChange(optionsIn(example))}
          >
            {example}
          </button>
        ))}
      </div>
      {own.length > 0 && fields(own)}
      <fieldset>
        <legend class="soft">Which calls it disturbs</legend>
        {fields(which)}
      </fieldset>
      <div class="scenario-foot">
        <code>{written}</code>
        <CopyButton label={`Copy ${kind.name} as written`} text={written} />
        <span class="grow" />
        <Button label="Clear" look="quiet" onClick={() => onChange({})} />
        <button type="submit" class="button primary" disabled={!canApply}>
          {isOn ? "Apply" : "Put in force"}
        </button>
      </div>
    </form>
  );
}
