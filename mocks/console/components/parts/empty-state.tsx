import type { ComponentChildren, JSX } from "preact";
import { CopyButton } from "./copy-button.tsx";

export interface EmptyStateProps {
  readonly title: string;
  /** What to do next. */
  readonly children: ComponentChildren;
  /** A command line to copy. */
  readonly command?: string | undefined;
}

export function EmptyState({ title, children, command }: EmptyStateProps): JSX.Element {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <div>{children}</div>
      {command !== undefined && <Command text={command} />}
    </div>
  );
}

/** A command line, with a button to copy it. */
function Command({ text }: { readonly text: string }): JSX.Element {
  return (
    <div class="command">
      <code>{text}</code>
      <CopyButton label="Copy command" text={text} />
    </div>
  );
}
