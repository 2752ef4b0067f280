import type { JSX } from "preact";

/** A sentence in which names stand between backticks. */
export function Prose({ text }: { readonly text: string }): JSX.Element {
  return <>{text.split("`").map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>;
}
