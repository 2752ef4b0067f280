import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { Filter } from "../../journal-filter.ts";
import { client } from "../../store/client.ts";
import { journal } from "../../store/journal.ts";
import { attempt } from "../../store/notices.ts";
import { Button } from "../parts/button.tsx";
import { SearchField, Segments } from "../parts/field.tsx";
import { FilterHelp } from "./filter-help.tsx";

export const filterId = "journal-filter";

const outcomes: readonly { readonly value: Filter["outcome"]; readonly text: string }[] = [
  { value: "all", text: "All" },
  { value: "2xx", text: "2xx" },
  { value: "3xx", text: "3xx" },
  { value: "4xx", text: "4xx" },
  { value: "5xx", text: "5xx" },
  { value: "none", text: "No reply" },
];

export function JournalToolbar(): JSX.Element {
  const isHelpOpen = useSignal(false);
  const { text, outcome } = journal.filter.value;
  const clear = async (): Promise<void> => {
    await client.clearJournal();
    journal.selected.value = undefined;
    await journal.reload();
  };
  return (
    <div class="toolbar">
      <SearchField
        id={filterId}
        label="Filter calls"
        placeholder="Filter: users, status:4xx, rule:AUTH, -GET"
        value={text}
        onInput={(value) => {
          journal.filter.value = { ...journal.filter.value, text: value };
        }}
      />
      <Button
        label="How to filter"
        icon="help"
        look="icon"
        onClick={() => {
          isHelpOpen.value = true;
        }}
      />
      <Segments
        label="Outcome"
        choices={outcomes}
        value={outcome}
        onChange={(value) => {
          journal.filter.value = { ...journal.filter.value, outcome: value };
        }}
      />
      <span class="shown-count soft">
        {journal.shown.value.length} of {journal.kept.value.length}
      </span>
      <HoldButton />
      <Button label="Clear" icon="remove" look="quiet" onClick={() => void attempt(clear)} />
      {isHelpOpen.value && (
        <FilterHelp
          onClose={() => {
            isHelpOpen.value = false;
          }}
        />
      )}
    </div>
  );
}

function HoldButton(): JSX.Element {
  const held = journal.held.value;
  if (held === undefined) return <Button label="Hold" icon="pause" look="quiet" onClick={() => journal.hold()} />;
  return (
    <Button label="Follow" icon="play" look="quiet" onClick={() => journal.follow()}>
      {held > 0 && <span class="mark">{held} new</span>}
    </Button>
  );
}
