import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Select } from "../parts/field.tsx";

const units = [
  { value: "1000", text: "seconds" },
  { value: "60000", text: "minutes" },
  { value: "3600000", text: "hours" },
  { value: "86400000", text: "days" },
] as const;

/** Sets the clock forward by an amount that is typed in; back, where it is negative. */
export function AdvanceForm({ onAdvance }: { readonly onAdvance: (ms: number) => void }): JSX.Element {
  const amount = useSignal("");
  const unit = useSignal<(typeof units)[number]["value"]>("60000");
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        const ms = Math.round(Number(amount.value) * Number(unit.value));
        if (amount.value !== "" && Number.isSafeInteger(ms)) onAdvance(ms);
      }}
    >
      <label>
        Advance by
        <input
          type="number"
          step="any"
          required
          placeholder="90"
          value={amount.value}
          onInput={(event) => {
            amount.value = event.currentTarget.value;
          }}
        />
      </label>
      <Select
        label="Unit"
        value={unit.value}
        choices={units}
        onChange={(value) => {
          unit.value = value;
        }}
      />
      <button type="submit" class="button plain">
        Advance
      </button>
    </form>
  );
}
