import { useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import { own } from "../../../fixtures/own.ts";
import type { ScenarioKind } from "../../control/replies.ts";
import { fieldsOf, nameIn, optionsIn, scenarioText, type Field, type OptionTexts } from "../scenario-text.ts";
import { attempt, problemText } from "../store/notices.ts";
import { changeScenarios, put } from "../store/scenarios.ts";
import { Button, CopyButton, Icon } from "./button.tsx";
import { ProblemList, Prose } from "./parts.tsx";

/**
 * One scenario: its switch, and its options to open.
 * @param text as it is in force; `undefined` where it is not
 */
export function ScenarioLine({ kind, text }: { kind: ScenarioKind; text: string | undefined }) {
  const { name, summary } = kind;
  const options = useSignal<OptionTexts>({});
  const isOpen = useSignal(false);
  const problem = useSignal("");
  const id = useId();
  const written = scenarioText(kind, options.value);
  const isOn = text !== undefined;
  // What is put in force elsewhere shows in the form, too.
  useEffect(() => {
    if (text !== undefined) options.value = optionsIn(text);
  }, [text]);

  const end = (): Promise<void> => changeScenarios((texts) => texts.filter((other) => nameIn(other) !== name));
  const apply = async (): Promise<void> => {
    problem.value = "";
    try {
      await put(written);
    } catch (error) {
      problem.value = problemText(error);
    }
  };

  return (
    <li class={`scenario ${isOn ? "is-on" : ""}`}>
      <div class="scenario-line">
        <button
          type="button"
          role="switch"
          class="switch"
          aria-checked={isOn}
          aria-labelledby={`${id}-name`}
          onClick={() => void (isOn ? attempt(end) : apply())}
        >
          <span class="switch-text">{isOn ? "On" : "Off"}</span>
        </button>
        <h2 id={`${id}-name`}>{name}</h2>
        <p class="scenario-summary">
          <Prose text={summary} />
        </p>
        <code class="scenario-text one-line">{text ?? (written === name ? "" : written)}</code>
        <button
          type="button"
          class="button quiet opener"
          aria-expanded={isOpen.value}
          aria-controls={`${id}-options`}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          Options
          <span class="unseen"> of {name}</span>
          <Icon name="down" />
        </button>
      </div>
      {problem.value !== "" && <ProblemList message={problem.value} />}
      <div id={`${id}-options`} hidden={!isOpen.value}>
        {isOpen.value && (
          <Options
            kind={kind}
            options={options.value}
            action={isOn ? "Apply" : "Put in force"}
            isInForce={written === text}
            onApply={apply}
            onChange={(changed) => {
              options.value = changed;
              problem.value = "";
            }}
          />
        )}
      </div>
    </li>
  );
}

interface OptionsProps {
  kind: ScenarioKind;
  options: OptionTexts;
  action: string;
  isInForce: boolean;
  onChange: (options: OptionTexts) => void;
  onApply: () => Promise<void>;
}

/** The options every scenario takes: which calls it disturbs. */
const common = new Set(["on", "rate", "after", "times"]);

/** The options of a scenario, as a form made from their JSON Schema. */
function Options({ kind, options, action, isInForce, onChange, onApply }: OptionsProps) {
  const written = scenarioText(kind, options);
  const { own: ofIts = [], common: which = [] } = Object.groupBy(fieldsOf(kind), ({ name }) =>
    common.has(name) ? "common" : "own",
  );
  const fields = (list: readonly Field[]) => (
    <div class="fields">
      {list.map((field) => (
        <OptionField
          key={field.name}
          field={field}
          value={own(options, field.name) ?? ""}
          onChange={(value) => onChange({ ...options, [field.name]: value })}
        />
      ))}
    </div>
  );
  return (
    <form
      class="scenario-options"
      onSubmit={(event) => {
        event.preventDefault();
        void onApply();
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
      {ofIts.length > 0 && fields(ofIts)}
      <fieldset>
        <legend class="soft">Which calls it disturbs</legend>
        {fields(which)}
      </fieldset>
      <div class="scenario-foot">
        <code>{written}</code>
        <CopyButton label={`Copy ${kind.name} as written`} text={written} />
        <span class="grow" />
        <Button label="Clear" look="quiet" onClick={() => onChange({})} />
        <Button type="submit" label={action} look="primary" disabled={isInForce} />
      </div>
    </form>
  );
}

/** The field of one option; empty, the option is left to its default. */
function OptionField(props: { field: Field; value: string; onChange: (value: string) => void }) {
  const id = useId();
  const { field, value, onChange } = props;
  const { name, description, choices, preset, type, min, max, step } = field;
  const shared = { id, value, "aria-describedby": `${id}-text` };
  return (
    <div class="field">
      <label for={id}>{name}</label>
      {choices.length > 0 ? (
        <select class="select" {...shared} onInput={(event) => onChange(event.currentTarget.value)}>
          <option value="">{preset === "" ? "any" : `${preset} (default)`}</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          {...(type === "number" ? { type, min, max, step } : {})}
          placeholder={preset}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
      <p id={`${id}-text`} class="soft">
        {description}
      </p>
    </div>
  );
}
