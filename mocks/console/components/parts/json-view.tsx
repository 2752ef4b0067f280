import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { firstLines, jsonPieces } from "../../shown-json.ts";
import { Button } from "./button.tsx";

/** So many lines are shown at first: a page of 100 users has a thousand. */
const firstShown = 120;

export interface JsonViewProps {
  readonly text: string;
  /** Whether it is JSON, to be shown in colours. */
  readonly isJson: boolean;
}

/** A text, laid out already. Whatever it holds, it is never shown as markup. */
export function JsonView({ text, isJson }: JsonViewProps): JSX.Element {
  const isWhole = useSignal(false);
  const { shown, left } = firstLines(text, isWhole.value ? Number.POSITIVE_INFINITY : firstShown);
  return (
    <>
      <pre class="json">
        {!isJson
          ? shown
          : jsonPieces(shown).map(({ kind, text: piece }, index) =>
              kind === "mark" ? (
                piece
              ) : (
                <span key={index} class={`json-${kind}`}>
                  {piece}
                </span>
              ),
            )}
      </pre>
      {left > 0 && (
        <Button
          label={`Show ${left} more lines`}
          look="quiet"
          onClick={() => {
            isWhole.value = true;
          }}
        />
      )}
    </>
  );
}
