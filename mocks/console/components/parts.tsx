import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { ControlProblem } from "../../control/control-problem.ts";
import type { Entry } from "../../control/replies.ts";
import { outcomeOf, statusText } from "../call-text.ts";
import { jsonPieces } from "../shown-json.ts";
import { route } from "../store/route.ts";
import { Button, Copyable } from "./controls.tsx";

/** An empty state with the next step. */
export function EmptyState({
  title,
  children,
  command,
}: {
  title: string;
  children: ComponentChildren;
  command?: string;
}) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <div>{children}</div>
      {command !== undefined && (
        <div class="command">
          <Copyable text={command} label="Copy command" />
        </div>
      )}
    </div>
  );
}

/** The problem with the input and its place, announced immediately. */
export function ProblemList({ message, mistakes = [] }: { message: string; mistakes?: ControlProblem["mistakes"] }) {
  return (
    <div class="problems" role="alert">
      {mistakes.length === 0 ? (
        <p>{message}</p>
      ) : (
        <ul>
          {mistakes.map(({ at, problem }) => (
            <li key={at + problem}>
              {at !== "" && <code>{at}</code>} {problem}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The result of a request, in its color and in words. */
export function OutcomeText({ entry }: { entry: Entry }) {
  return <span class={`outcome of-${outcomeOf(entry)}`}>{statusText(entry)}</span>;
}

/** A sentence with names between backticks. */
export function Prose({ text }: { text: string }) {
  return <>{text.split("`").map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>;
}

/** A name and its value in a `<dl class="pairs">`. */
export function Pair({ name, children }: { name: ComponentChildren; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A table whose rows end with actions. */
export function Table(props: { label: string; columns: readonly string[]; children: ComponentChildren }) {
  const { label, columns, children } = props;
  return (
    <div class="table-space" role="region" aria-label={label} tabIndex={0}>
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
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Longer texts are not colored: each piece is an element. */
const maxColored = 100_000;

/** A formatted text; colored if it is JSON. It is never rendered as markup. */
export function JsonView({ text, isJson }: { text: string; isJson: boolean }) {
  const isColored = isJson && text.length <= maxColored;
  return (
    <pre class="json">
      {isColored
        ? jsonPieces(text).map(({ kind, text: piece }, index) => (
            <span key={index} class={`json-${kind}`}>
              {piece}
            </span>
          ))
        : text}
    </pre>
  );
}

interface Shown {
  title: string;
  children: ComponentChildren;
  class?: string;
}

const shown = signal<Shown | undefined>(undefined);

export function openDialog(dialog: Shown): void {
  shown.value = dialog;
}

/** Closes it and restores the focus. */
export function closeDialog(): void {
  document.querySelector<HTMLDialogElement>(".modal")?.close();
}

/** The open dialog. Its buttons, Escape, a click outside and leaving the page close it. */
export function Dialog() {
  useEffect(() => closeDialog, [route.value]);
  return shown.value === undefined ? null : <Modal {...shown.value} />;
}

function Modal({ title, children, class: className = "" }: Shown) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class={`modal ${className}`}
      aria-labelledby="dialog-title"
      onClose={() => {
        shown.value = undefined;
      }}
      onClick={({ target }) => {
        if (target === dialog.current) closeDialog();
      }}
    >
      <div class="modal-body">
        <div class="modal-head">
          <h2 id="dialog-title">{title}</h2>
          <Button label="Close" icon="close" look="icon" onClick={closeDialog} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
