import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { problemText } from "../../store/notices.ts";
import { changeScenarios, kindsOfScenario } from "../../store/scenarios.ts";

/** A scenario written out, as in a flag; adds to those in force. */
export function WriteScenario(): JSX.Element {
  const text = useSignal("");
  const problem = useSignal("");
  const id = useId();
  const add = async (): Promise<void> => {
    const written = text.value.trim();
    if (written === "") return;
    try {
      await changeScenarios((texts) => [...texts, written]);
      // The next one may have been begun meanwhile.
      if (text.value.trim() === written) text.value = "";
    } catch (error) {
      problem.value = problemText(error);
    }
  };
  return (
    <form
      class="write"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <input
        type="text"
        aria-label="Scenario, written out"
        aria-invalid={problem.value !== ""}
        aria-describedby={id}
        placeholder="latency:ms=200,on=listUsers"
        list={`${id}-examples`}
        autocomplete="off"
        spellcheck={false}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          problem.value = "";
        }}
      />
      <datalist id={`${id}-examples`}>
        {kindsOfScenario.value.flatMap(({ examples }) =>
          examples.map((example) => <option key={example} value={example} />),
        )}
      </datalist>
      <button type="submit" class="button plain">
        Put in force
      </button>
      <p id={id} class="problems floating" role="alert" hidden={problem.value === ""}>
        {problem.value}
      </p>
    </form>
  );
}
