import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { route } from "../store/route.ts";
import { Button } from "./button.tsx";

interface Shown {
  title: string;
  children: ComponentChildren;
  class?: string;
}

const shown = signal<Shown | undefined>(undefined);

export function openDialog(dialog: Shown): void {
  shown.value = dialog;
}

/** Closes it and gives the focus back. */
export function closeDialog(): void {
  document.querySelector<HTMLDialogElement>(".modal")?.close();
}

/** The dialog that is open: closed by its own buttons, by Escape, by a click beside it, and by leaving the page. */
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
