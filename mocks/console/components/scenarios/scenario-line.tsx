import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useId } from "preact/hooks";
import type { ScenarioKind } from "../../control-schemas.ts";
import { optionsIn, scenarioText, type OptionTexts } from "../../scenario-text.ts";
import { attempt, problemText } from "../../store/notices.ts";
import { end, put } from "../../store/scenarios.ts";
import { Icon } from "../parts/icon.tsx";
import { ProblemList } from "../parts/problem-list.tsx";
import { Prose } from "../parts/prose.tsx";
import { ScenarioOptions } from "./scenario-options.tsx";

export interface ScenarioLineProps {
  readonly kind: ScenarioKind;
  /** As it is in force; `undefined` where it is not. */
  readonly text: string | undefined;
}

/** One scenario: its switch, and its options to open. */
export function ScenarioLine({ kind, text }: ScenarioLineProps): JSX.Element {
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
          onClick={() => void (isOn ? attempt(() => end(kind.name)) : apply())}
        >
          <span class="switch-text">{isOn ? "On" : "Off"}</span>
        </button>
        <h2 id={`${id}-name`}>{kind.name}</h2>
        <p class="scenario-summary">
          <Prose text={kind.summary} />
        </p>
        <code class="scenario-text one-line">{text ?? (written === kind.name ? "" : written)}</code>
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
          <span class="unseen"> of {kind.name}</span>
          <Icon name="down" />
        </button>
      </div>
      {problem.value !== "" && <ProblemList message={problem.value} />}
      <div id={`${id}-options`} hidden={!isOpen.value}>
        {isOpen.value && (
          <ScenarioOptions
            kind={kind}
            options={options.value}
            written={written}
            canApply={written !== text}
            isOn={isOn}
            onApply={() => void apply()}
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
