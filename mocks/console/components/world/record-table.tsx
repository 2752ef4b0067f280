import { own } from "../../../../fixtures/own.ts";
import type { JSX } from "preact";
import type { RecordData } from "../../control-schemas.ts";
import { cellText, columnsOf, idOf } from "../../record-text.ts";
import { place, removeRecord } from "../../store/world.ts";
import { Button } from "../parts/button.tsx";

export interface RecordTableProps {
  readonly records: readonly RecordData[];
  readonly onEdit: (record: RecordData) => void;
}

export function RecordTable({ records, onEdit }: RecordTableProps): JSX.Element {
  const columns = columnsOf(records);
  return (
    <div class="table-space" role="region" aria-label={`Table of ${place.value.kind}`} tabIndex={0}>
      <table class="table">
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col" class="row-actions">
              <span class="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <RecordRow key={idOf(record)} record={record} columns={columns} onEdit={onEdit} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RecordRowProps {
  readonly record: RecordData;
  readonly columns: readonly string[];
  readonly onEdit: (record: RecordData) => void;
}

function RecordRow({ record, columns, onEdit }: RecordRowProps): JSX.Element {
  const id = idOf(record);
  return (
    <tr onDblClick={() => onEdit(record)}>
      {columns.map((name) => (
        <Cell key={name} name={name} value={own(record, name)} />
      ))}
      <td class="row-actions">
        <Button label={`Edit ${id}`} icon="edit" look="icon" onClick={() => onEdit(record)} />
        <Button label={`Delete ${id}`} icon="remove" look="icon" onClick={() => void removeRecord(id)} />
      </td>
    </tr>
  );
}

function Cell({ name, value }: { readonly name: string; readonly value: unknown }): JSX.Element {
  const text = cellText(value);
  if (name === "id") {
    return (
      <th scope="row" class="id">
        {text}
      </th>
    );
  }
  const kind = value === undefined || value === null ? "none" : typeof value;
  return (
    <td class={`is-${kind}`} title={text.length > 30 ? text : undefined}>
      {value === undefined ? "" : text}
    </td>
  );
}
