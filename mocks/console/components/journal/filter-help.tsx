import type { JSX } from "preact";
import { fieldNames } from "../../journal-filter.ts";
import { Modal } from "../parts/modal.tsx";

const examples = [
  ["users", "calls whose line holds the word"],
  ["status:4xx", "replies from 400 to 499; status:409 and status:reset do as well"],
  ["rule:createUser.unique", "replies decided by this rule"],
  ["scenario:latency", "calls a scenario had a hand in"],
  ["body:ada@", "calls whose request or reply holds the text"],
  ["-method:GET", "all but those: a dash turns a term around"],
  ['"not found"', "quotation marks keep words together"],
] as const;

export function FilterHelp({ onClose }: { readonly onClose: () => void }): JSX.Element {
  return (
    <Modal title="How to filter" onClose={onClose}>
      {() => (
        <>
          <p>Terms apart by spaces must all fit. Before a colon: {fieldNames.join(", ")}.</p>
          <dl class="pairs">
            {examples.map(([term, meaning]) => (
              <div key={term}>
                <dt>
                  <code>{term}</code>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
          <p>
            <kbd>/</kbd> leads to the filter, the arrow keys from call to call, <kbd>Enter</kbd> into a call and{" "}
            <kbd>Esc</kbd> out of it.
          </p>
        </>
      )}
    </Modal>
  );
}
