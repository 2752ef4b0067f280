import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { nameIn } from "../../scenario-text.ts";
import { attempt } from "../../store/notices.ts";
import { active, changeScenarios, kindsOfScenario, readScenarios } from "../../store/scenarios.ts";
import { Button } from "../parts/button.tsx";
import { SearchField } from "../parts/field.tsx";
import { ScenarioLine } from "./scenario-line.tsx";
import { WriteScenario } from "./write-scenario.tsx";

/** Every scenario with its switch and its options, and those in force. */
export function ScenariosPanel(): JSX.Element {
  const search = useSignal("");
  useEffect(() => {
    void attempt(readScenarios);
  }, []);
  const wanted = search.value.trim().toLowerCase();
  const found = kindsOfScenario.value.filter(({ name, summary }) =>
    `${name} ${summary}`.toLowerCase().includes(wanted),
  );
  return (
    <div class="scenarios">
      <div class="toolbar">
        <SearchField
          label="Search scenarios"
          placeholder="Search scenarios"
          value={search.value}
          onInput={(text) => {
            search.value = text;
          }}
        />
        <WriteScenario />
        <Button
          label="End all"
          icon="close"
          look="quiet"
          disabled={active.value.length === 0}
          onClick={() => void attempt(() => changeScenarios(() => []))}
        />
      </div>
      <InForce />
      <ul class="scenario-list">
        {found.map((kind) => (
          <ScenarioLine key={kind.name} kind={kind} text={active.value.find((text) => nameIn(text) === kind.name)} />
        ))}
      </ul>
      {found.length === 0 && kindsOfScenario.value.length > 0 && (
        <p class="soft padded">No scenario's name or summary holds “{search.value}”.</p>
      )}
    </div>
  );
}

/** What is in force now, the outermost first. Has its place even where there is nothing, so that nothing jumps. */
function InForce(): JSX.Element {
  const texts = active.value;
  return (
    <div class="in-force" role="status">
      {texts.length === 0 ? (
        <span class="soft">No scenario is in force: each call is answered at once and well.</span>
      ) : (
        <>
          <span class="soft">In force</span>
          {texts.map((text) => (
            <span key={text} class="tag warn">
              {text}
              <button
                type="button"
                aria-label={`End ${text}`}
                onClick={() => void attempt(() => changeScenarios((all) => all.filter((other) => other !== text)))}
              >
                ×
              </button>
            </span>
          ))}
        </>
      )}
    </div>
  );
}
