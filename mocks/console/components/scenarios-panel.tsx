import { computed, signal, useSignal } from "@preact/signals";
import type { TargetedInputEvent } from "preact";
import { useEffect } from "preact/hooks";
import type { ScenarioInfo, ScenarioOption, Scenarios } from "../../control/replies.ts";
import { attempt, change, read, state } from "../store.ts";
import { scenarioName } from "../text.ts";
import { Button, Form, Prose, TextForm } from "./controls.tsx";

/** All scenarios; they do not change while the mock runs. */
const scenarios = signal<readonly ScenarioInfo[]>([]);

/** The active scenarios as text, the outermost first. */
const active = computed<readonly string[]>(() => state.value?.scenarios ?? []);

/** @throws ControlProblem if one is invalid, and changes nothing */
const activateOnly = (texts: readonly string[]): Promise<void> => change("PUT scenarios", { body: { active: texts } });

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
          input={{ placeholder: "latency:ms=200,on=listUsers", spellcheck: false }}
          onSend={activate}
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

/** One scenario: its switch, and its options to expand. */
function ScenarioLine({ kind, text }: { kind: ScenarioInfo; text: string | undefined }) {
  const { name, summary } = kind;
  const isOn = text !== undefined;
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
        <OptionsForm key={text} kind={kind} text={text ?? name} />
      </details>
    </li>
  );
}

/** The options of a scenario as fields; an example fills them in. */
function OptionsForm({ kind: { name, options, examples }, text }: { kind: ScenarioInfo; text: string }) {
  const values = useSignal(readOptions(text));
  const given = Object.keys(options).flatMap((option) => {
    const value = values.value[option] ?? "";
    return value === "" ? [] : [`${option}=${value}`];
  });
  const written = given.length === 0 ? name : `${name}:${given.join(",")}`;
  const activateThis = (): Promise<void> =>
    activateOnly([...active.value.filter((other) => scenarioName(other) !== name), written]);
  return (
    <Form class="options" action="Activate" onSend={activateThis}>
      <div class="examples">
        <span class="soft">Examples</span>
        {examples.map((example) => (
          <button
            key={example}
            type="button"
            class="term"
            title="Fill in this example"
            onClick={() => (values.value = readOptions(example))}
          >
            {example}
          </button>
        ))}
      </div>
      {Object.entries(options).map(([option, schema]) => (
        <div key={option} class="option">
          <label>
            <code>{option}</code>
            <Field
              schema={schema}
              value={values.value[option] ?? ""}
              onChange={(value) => (values.value = { ...values.value, [option]: value })}
            />
          </label>
          <p class="soft">
            <Prose text={schema.description ?? ""} />
          </p>
        </div>
      ))}
      <code class="value">{written}</code>
    </Form>
  );
}

/** The options in a scenario's text. As the mock reads them: a text may have commas. */
function readOptions(text: string): Readonly<Record<string, string>> {
  const pairs = text.slice(scenarioName(text).length + 1).split(/,(?=[a-z]+=)/i);
  return Object.fromEntries(pairs.map((pair) => [pair.split("=", 1)[0] ?? "", pair.slice(pair.indexOf("=") + 1)]));
}

interface FieldProps {
  schema: ScenarioOption;
  value: string;
  onChange: (value: string) => void;
}

function Field({ schema, value, onChange }: FieldProps) {
  const { type, minimum, maximum, default: fallback = "" } = schema;
  const choices = type === "boolean" ? ["true", "false"] : schema.enum;
  if (choices !== undefined) {
    return (
      <select class="select" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{fallback === "" ? "–" : `${fallback} (default)`}</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  const input = {
    placeholder: `${fallback}`,
    value,
    onInput: (event: TargetedInputEvent<HTMLInputElement>) => onChange(event.currentTarget.value),
  };
  if (type !== "integer" && type !== "number") return <input {...input} type="text" />;
  return <input {...input} type="number" min={minimum} max={maximum} step={type === "integer" ? 1 : "any"} />;
}
