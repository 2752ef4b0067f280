import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { scenariosReply, type ScenarioKind } from "../../control/replies.ts";
import { read } from "../control.ts";
import { nameIn } from "../scenario-text.ts";
import { attempt } from "../store/notices.ts";
import { Button } from "./button.tsx";
import { SearchField, TextForm } from "./field.tsx";
import { active, changeScenarios, ScenarioLine } from "./scenario-line.tsx";

/** All scenarios; they do not change while the mock runs. */
const scenarios = signal<readonly ScenarioKind[]>([]);

/** All scenarios with their switches and options, and the active ones. */
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
          input={{ placeholder: "latency:ms=200,on=listUsers", list: "scenario-examples", spellcheck: false }}
          onSend={(text) => changeScenarios((texts) => [...texts, text])}
        >
          <datalist id="scenario-examples">
            {scenarios.value
              .flatMap(({ examples }) => examples)
              .map((example) => (
                <option key={example} value={example} />
              ))}
          </datalist>
        </TextForm>
        <Button
          label="Deactivate all"
          icon="close"
          look="quiet"
          disabled={active.value.length === 0}
          onClick={() => changeScenarios(() => [])}
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
          <button
            type="button"
            aria-label={`Deactivate ${text}`}
            onClick={() => void attempt(() => changeScenarios((all) => all.filter((other) => other !== text)))}
          >
            ×
          </button>
        </span>
      ))}
    </div>
  );
}
