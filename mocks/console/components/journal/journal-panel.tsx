import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { curlCommand } from "../../curl-command.ts";
import { journal, noFilter } from "../../store/journal.ts";
import { state } from "../../store/mock-state.ts";
import { EmptyState } from "../parts/empty-state.tsx";
import { Button } from "../parts/button.tsx";
import { CallDetail } from "./call-detail.tsx";
import { JournalList, listId } from "./journal-list.tsx";
import { filterId, JournalToolbar } from "./journal-toolbar.tsx";

/** The calls as they come, and one of them in full. */
export function JournalPanel(): JSX.Element {
  const selected = journal.selected.value;
  useEffect(() => {
    document.addEventListener("keydown", toFilter);
    return () => document.removeEventListener("keydown", toFilter);
  }, []);
  const close = (): void => {
    journal.selected.value = undefined;
    document.getElementById(listId)?.focus();
  };
  return (
    <div class={`journal ${selected === undefined ? "" : "with-detail"}`}>
      <div class="journal-main">
        <JournalToolbar />
        {journal.shown.value.length > 0 ? <JournalList /> : <NoCalls />}
      </div>
      {selected !== undefined && <CallDetail entry={selected} onClose={close} />}
    </div>
  );
}

function NoCalls(): JSX.Element {
  if (journal.kept.value.length > 0) {
    return (
      <EmptyState title="No call fits the filter">
        <Button
          label="Show all calls"
          onClick={() => {
            journal.filter.value = noFilter;
          }}
        />
      </EmptyState>
    );
  }
  const { url = "", accounts = [] } = state.value ?? {};
  const token = accounts[0]?.tokens.find(({ expired }) => !expired)?.token ?? "";
  const headers = { authorization: `Bearer ${token}` };
  const command = curlCommand(url, { method: "GET", path: "/api/v1/users", query: "", headers, body: "" });
  return (
    <EmptyState title="No calls yet" command={command}>
      <p>
        Each call your app makes shows up here, with its reply and the reason for it. Point the app at {url}, or try:
      </p>
    </EmptyState>
  );
}

/** `/` leads to the filter, as in many a tool, where nothing is being written. */
function toFilter(event: KeyboardEvent): void {
  const isWriting = event.target instanceof HTMLElement && event.target.matches("input, textarea, select, dialog *");
  if (event.key !== "/" || isWriting || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  document.getElementById(filterId)?.focus();
}
