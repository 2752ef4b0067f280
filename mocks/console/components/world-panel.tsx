import { useEffect } from "preact/hooks";
import { own } from "../../../fixtures/own.ts";
import { kinds, type RecordData } from "../../control/replies.ts";
import { cellText, columnsOf, idOf } from "../record-text.ts";
import { accounts } from "../store/mock.ts";
import {
  followRecords,
  offset,
  pageSize,
  place,
  readProblem,
  records,
  removeRecord,
  search,
  showPlace,
} from "../store/world.ts";
import { Button, SearchField, Segments, Select } from "./controls.tsx";
import { EmptyState, ProblemList, Table } from "./parts.tsx";
import { editRecord } from "./record-dialog.tsx";

/** The records of each account, to view and edit. */
export function WorldPanel() {
  useEffect(() => followRecords(), []);
  const page = records.value;
  return (
    <div class="world">
      <Toolbar />
      {readProblem.value !== "" && <ProblemList message={readProblem.value} />}
      {page !== undefined && (page.total === 0 ? <NoRecords /> : <RecordTable records={page.records} />)}
      {page !== undefined && <Pager total={page.total} />}
    </div>
  );
}

const titles = { users: "Users", subscriptions: "Subscriptions", invoices: "Invoices" } as const;

function Toolbar() {
  const { account, kind, counts } = place.value;
  return (
    <div class="toolbar">
      <Select
        label="Account"
        value={account}
        choices={accounts.value.map(({ id, name }) => [id, name])}
        onChange={(id) => showPlace(id, kind)}
      />
      <Segments
        label="Records"
        value={kind}
        choices={kinds.map((value) => [value, `${titles[value]} ${counts?.[value] ?? ""}`])}
        onChange={(value) => showPlace(account, value)}
      />
      <SearchField label="Search records" placeholder="Search in every field" value={search} />
      <Button label="Add" icon="add" look="primary" onClick={() => editRecord(undefined)} />
    </div>
  );
}

function NoRecords() {
  const { name, kind } = place.value;
  if (search.value !== "") {
    return (
      <EmptyState title={`No ${kind} match “${search.value}”`}>
        <p>The search covers every field and ignores case.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={`${name} has no ${kind}`}>
      <p>Add one here{kind === "users" ? ", or create one by the interface: it shows up at once." : "."}</p>
    </EmptyState>
  );
}

function RecordTable({ records: shown }: { records: readonly RecordData[] }) {
  const columns = columnsOf(shown);
  return (
    <Table label={`Table of ${place.value.kind}`} columns={columns}>
      {shown.map((record) => {
        const id = idOf(record);
        const edit = (): void => editRecord(record);
        return (
          <tr key={id} onDblClick={edit}>
            {columns.map((name) => (
              <Cell key={name} name={name} value={own(record, name)} />
            ))}
            <td class="row-actions">
              <Button label={`Edit ${id}`} icon="edit" look="icon" onClick={edit} />
              <Button label={`Delete ${id}`} icon="remove" look="icon" onClick={() => removeRecord(id)} />
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

const longestShown = 30;

function Cell({ name, value }: { name: string; value: unknown }) {
  const text = cellText(value);
  if (name === "id") {
    return (
      <th scope="row" class="id">
        {text}
      </th>
    );
  }
  return (
    <td class={`is-${value === null ? "none" : typeof value}`} title={text.length > longestShown ? text : undefined}>
      {text}
    </td>
  );
}

function Pager({ total }: { total: number }) {
  const first = offset.value;
  const end = Math.min(first + pageSize, total);
  const turn = (pages: number) => (): void => {
    offset.value = Math.max(0, first + pages * pageSize);
  };
  return (
    <nav class="pager" aria-label="Pages">
      <span class="soft" role="status">
        {total === 0 ? "No records" : `${first + 1} to ${end} of ${total}`}
      </span>
      <Button label="Previous page" icon="back" look="icon" disabled={first === 0} onClick={turn(-1)} />
      <Button label="Next page" icon="forward" look="icon" disabled={end >= total} onClick={turn(1)} />
    </nav>
  );
}
