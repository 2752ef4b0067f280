import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ScenarioInfo, Scenarios } from "../../control/replies.ts";
import { read, send } from "../client.ts";
import { attempt, refresh, state } from "../store.ts";
import { scenarioName } from "../text.ts";
import { Button, Pairs, Prose, TextForm } from "./controls.tsx";

/** All scenarios; they do not change while the mock runs. */
const scenarios = signal<readonly ScenarioInfo[]>([]);

/** The active scenarios as text, the outermost first. */
const active = computed<readonly string[]>(() => state.value?.scenarios ?? []);

/** The scenario being written; an example fills it in. */
const draft = signal("");
const draftId = "scenario-draft";

/** @throws ControlProblem if one is invalid, and changes nothing */
async function activateOnly(texts: readonly string[]): Promise<void> {
  await send("PUT scenarios", { active: texts });
  await refresh();
}

const activate = (text: string): Promise<void> => activateOnly([...active.value, text]);
const deactivate = (text: string): Promise<void> => activateOnly(active.value.filter((other) => other !== text));

/** All scenarios with their switches, examples and options, and the active ones. */
export function ScenariosPanel() {
  useEffect(() => {
    void attempt(async () => (scenarios.value = (await read<Scenarios>("GET scenarios")).available));
  }, []);
  return (
    <div class="scenarios">
      <div class="toolbar">
        <TextForm
          class="write"
          label="Scenario, written out"
          action="Activate"
          text={draft}
          input={{ id: draftId, placeholder: "latency:ms=200,on=listUsers", spellcheck: false }}
          onSend={async (text) => {
            await activate(text);
            draft.value = "";
          }}
        />
        <Button
          label="Deactivate all"
          icon="close"
          look="quiet"
          disabled={active.value.length === 0}
          onClick={() => activateOnly([])}
        />
      </div>
      <div class="active-scenarios" role="status">
        <span class="soft">
          {active.value.length === 0 ? "No scenario is active: the service responds normally." : "Active"}
        </span>
        {active.value.map((text) => (
          <span key={text} class="tag warn">
            {text}
            <button
              type="button"
              aria-label={`Deactivate ${text}`}
              onClick={() => void attempt(() => deactivate(text))}
            >
              ×
            </button>
          </span>
        ))}
      </div>
      <ul class="scenario-list">
        {scenarios.value.map((kind) => (
          <ScenarioLine
            key={kind.name}
            kind={kind}
            text={active.value.find((text) => scenarioName(text) === kind.name)}
          />
        ))}
      </ul>
    </div>
  );
}

/** One scenario: its switch, and its examples and options to expand. */
function ScenarioLine({ kind, text }: { kind: ScenarioInfo; text: string | undefined }) {
  const { name, summary, examples, options } = kind;
  const isOn = text !== undefined;
  const fillIn = (example: string): void => {
    draft.value = example;
    document.getElementById(draftId)?.focus();
  };
  const descriptions = Object.entries(options).map(
    ([option, description]) => [<code>{option}</code>, <Prose text={description} />] as const,
  );
  return (
    <li class={`scenario ${isOn ? "is-on" : ""}`}>
      <button
        type="button"
        role="switch"
        class="switch"
        aria-checked={isOn}
        aria-label={name}
        onClick={() => void attempt(() => (isOn ? deactivate(text) : activate(name)))}
      >
        <span class="switch-text">{isOn ? "On" : "Off"}</span>
      </button>
      <h2>{name}</h2>
      <p>
        <Prose text={summary} />
      </p>
      <details>
        <summary>
          Options<span class="unseen"> of {name}</span>
        </summary>
        <div class="examples">
          <span class="soft">Examples</span>
          {examples.map((example) => (
            <button key={example} type="button" class="term" title="Edit this example" onClick={() => fillIn(example)}>
              {example}
            </button>
          ))}
        </div>
        <Pairs pairs={descriptions} />
      </details>
    </li>
  );
}
