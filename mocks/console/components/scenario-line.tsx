import { computed, useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import { own } from "../../../fixtures/own.ts";
import type { ScenarioKind } from "../../control/replies.ts";
import { ask } from "../control.ts";
import { fieldsOf, nameIn, optionsIn, scenarioText, type Field, type OptionTexts } from "../scenario-text.ts";
import { readState, state } from "../store/mock.ts";
import { attempt, problemText } from "../store/notices.ts";
import { Button, Copyable, Icon } from "./button.tsx";
import { ProblemList, Prose } from "./parts.tsx";

/** The active scenarios as text, the outermost first. */
export const active = computed<readonly string[]>(() => state.value?.scenarios ?? []);

let last: Promise<void> = Promise.resolve();

/**
 * Changes the active scenarios, one change after the other: each starts from the result of the one before.
 * @throws ControlProblem if one is invalid, and changes nothing
 */
export function changeScenarios(change: (texts: readonly string[]) => readonly string[]): Promise<void> {
  const before = last;
  const changed = async (): Promise<void> => {
    await before;
    await ask("PUT scenarios", { active: change(active.value) });
    await readState();
  };
  const done = changed();
  last = done.catch(() => undefined);
  return done;
}

/** The common options: which requests a scenario disturbs. */
const common = new Set(["on", "rate", "after", "times"]);

/**
 * One scenario: its switch, and its options to expand.
 * @param text if it is active
 */
export function ScenarioLine({ kind, text }: { kind: ScenarioKind; text: string | undefined }) {
  const { name, summary } = kind;
  const options = useSignal<OptionTexts>({});
  const isOpen = useSignal(false);
  const problem = useSignal("");
  const id = useId();
  const written = scenarioText(kind, options.value);
  const isOn = text !== undefined;
  const { ofIts = [], which = [] } = Object.groupBy(fieldsOf(kind), (field) =>
    common.has(field.name) ? "which" : "ofIts",
  );
  // The form follows changes made elsewhere.
  useEffect(() => {
    if (text !== undefined) options.value = optionsIn(text);
  }, [text]);

  const set = (changed: OptionTexts): void => {
    options.value = changed;
    problem.value = "";
  };
  const end = (): Promise<void> => changeScenarios((texts) => texts.filter((other) => nameIn(other) !== name));
  const apply = async (): Promise<void> => {
    problem.value = "";
    try {
      await changeScenarios((texts) => {
        const index = texts.findIndex((other) => nameIn(other) === name);
        return index < 0 ? [...texts, written] : texts.with(index, written);
      });
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
          <form
            class="scenario-options"
            onInput={(event) => {
              const sent = [...new FormData(event.currentTarget)];
              set(Object.fromEntries(sent.map(([option, value]) => [option, typeof value === "string" ? value : ""])));
            }}
            onSubmit={(event) => {
              event.preventDefault();
              void apply();
            }}
          >
            <div class="examples">
              <span class="soft">Examples</span>
              {kind.examples.map((example) => (
                <button
                  key={example}
                  type="button"
                  class="term"
                  title="Use these options"
                  onClick={() => set(optionsIn(example))}
                >
                  {example}
                </button>
              ))}
            </div>
            {ofIts.length > 0 && <Fields of={ofIts} options={options.value} />}
            <fieldset>
              <legend class="soft">Which requests it affects</legend>
              <Fields of={which} options={options.value} />
            </fieldset>
            <div class="scenario-foot">
              <Copyable label={`Copy ${name} as written`} text={written} />
              <span class="grow" />
              <Button label="Clear" look="quiet" onClick={() => set({})} />
              <Button type="submit" label={isOn ? "Apply" : "Activate"} look="primary" disabled={written === text} />
            </div>
          </form>
        )}
      </div>
    </li>
  );
}

/** The fields of some options; an empty one means the default. */
function Fields({ of: fields, options }: { of: readonly Field[]; options: OptionTexts }) {
  const id = useId();
  return (
    <div class="fields">
      {fields.map(({ name, description, choices, preset, type, min, max, step }) => {
        const shared = {
          id: `${id}-${name}`,
          name,
          value: own(options, name) ?? "",
          "aria-describedby": `${id}-of-${name}`,
        };
        return (
          <div key={name} class="field">
            <label for={shared.id}>{name}</label>
            {choices.length > 0 ? (
              <select class="select" {...shared}>
                <option value="">{preset === "" ? "any" : `${preset} (default)`}</option>
                {choices.map((choice) => (
                  <option key={choice}>{choice}</option>
                ))}
              </select>
            ) : (
              <input {...shared} {...(type === "number" ? { type, min, max, step } : {})} placeholder={preset} />
            )}
            <p id={shared["aria-describedby"]} class="soft">
              {description}
            </p>
          </div>
        );
      })}
    </div>
  );
}
