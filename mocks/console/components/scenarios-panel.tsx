import { computed, signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { scenariosReply, type ScenarioKind } from "../../control/replies.ts";
import { nameIn } from "../call-text.ts";
import { ask, read } from "../control.ts";
import { readState, state } from "../store/mock.ts";
import { attempt } from "../store/notices.ts";
import { Button, SearchField, TextForm } from "./controls.tsx";
import { Pair, Prose } from "./parts.tsx";

/** All scenarios; they do not change while the mock runs. */
const scenarios = signal<readonly ScenarioKind[]>([]);

/** The active scenarios as text, the outermost first. */
const active = computed<readonly string[]>(() => state.value?.scenarios ?? []);

/** The scenario being written; an example fills it in. */
const draft = signal("");
const draftId = "scenario-draft";

let last: Promise<void> = Promise.resolve();

/**
 * Changes the active scenarios, one change after the other: each starts from the result of the one before.
 * @throws ControlProblem if one is invalid, and changes nothing
 */
function change(toNext: (texts: readonly string[]) => readonly string[]): Promise<void> {
  const before = last;
  const send = async (): Promise<void> => {
    await before;
    await ask("PUT scenarios", { active: toNext(active.value) });
    await readState();
  };
  const sent = send();
  last = sent.catch(() => undefined);
  return sent;
}

const activate = (text: string): Promise<void> => change((texts) => [...texts, text]);
const deactivate = (text: string): Promise<void> => change((texts) => texts.filter((other) => other !== text));

/** All scenarios with their switches, examples and options, and the active ones. */
export function ScenariosPanel() {
  const search = useSignal("");
  useEffect(() => {
    void attempt(async () => {
      scenarios.value = (await read(scenariosReply, "GET scenarios")).available;
    });
  }, []);
  const wanted = search.value.trim().toLowerCase();
  const found = scenarios.value.filter(({ name, summary }) => `${name} ${summary}`.toLowerCase().includes(wanted));
  return (
    <div class="scenarios">
      <div class="toolbar">
        <SearchField label="Search scenarios" value={search} />
        <TextForm
          class="write"
          label="Scenario, written out"
          action="Activate"
          text={draft}
          input={{ id: draftId, placeholder: "latency:ms=200,on=listUsers", spellcheck: false }}
          onSend={activate}
        />
        <Button
          label="Deactivate all"
          icon="close"
          look="quiet"
          disabled={active.value.length === 0}
          onClick={() => change(() => [])}
        />
      </div>
      <ActiveScenarios />
      <ul class="scenario-list">
        {found.map((kind) => (
          <ScenarioLine key={kind.name} kind={kind} text={active.value.find((text) => nameIn(text) === kind.name)} />
        ))}
      </ul>
      {found.length === 0 && scenarios.value.length > 0 && (
        <p class="soft padded">No scenarios match “{search.value}”.</p>
      )}
    </div>
  );
}

/** The active scenarios, the outermost first. Takes up space even when empty, so that nothing moves. */
function ActiveScenarios() {
  return (
    <div class="active-scenarios" role="status">
      <span class="soft">
        {active.value.length === 0 ? "No scenario is active: the service responds normally." : "Active"}
      </span>
      {active.value.map((text) => (
        <span key={text} class="tag warn">
          {text}
          <button type="button" aria-label={`Deactivate ${text}`} onClick={() => void attempt(() => deactivate(text))}>
            ×
          </button>
        </span>
      ))}
    </div>
  );
}

/** One scenario: its switch, and its examples and options to expand. */
function ScenarioLine({ kind, text }: { kind: ScenarioKind; text: string | undefined }) {
  const { name, summary, examples, options } = kind;
  const isOn = text !== undefined;
  const fillIn = (example: string): void => {
    draft.value = example;
    document.getElementById(draftId)?.focus();
  };
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
        <dl class="pairs">
          {Object.entries(options.properties).map(([option, { description = "" }]) => (
            <Pair key={option} name={<code>{option}</code>}>
              <Prose text={description} />
            </Pair>
          ))}
        </dl>
      </details>
    </li>
  );
}
