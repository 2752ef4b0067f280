import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useId, useRef } from "preact/hooks";
import { Button } from "./button.tsx";

export interface ModalProps {
  readonly title: string;
  /** It is closed: by its own buttons, by Escape, or by a click beside it. */
  readonly onClose: () => void;
  readonly class?: string;
  /** @param close closes it and gives the focus back */
  readonly children: (close: () => void) => ComponentChildren;
}

export function Modal({ title, onClose, children, class: className = "" }: ModalProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  const close = (): void => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      class={`modal ${className}`}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div class="modal-body">
        <div class="modal-head">
          <h2 id={titleId}>{title}</h2>
          <Button label="Close" icon="close" look="icon" onClick={close} />
        </div>
        {children(close)}
      </div>
    </dialog>
  );
}
