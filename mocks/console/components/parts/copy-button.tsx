import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { copyText } from "../../copy-text.ts";
import { attempt } from "../../store/notices.ts";
import { Button } from "./button.tsx";

const shownMs = 1500;

export interface CopyButtonProps {
  /** What is copied, in words: `Copy token`. */
  readonly label: string;
  readonly text: string | (() => string);
  readonly look?: "icon" | "plain" | "quiet";
}

export function CopyButton({ label, text, look = "icon" }: CopyButtonProps): JSX.Element {
  const isCopied = useSignal(false);
  const copy = async (): Promise<void> => {
    if (!(await copyText(typeof text === "string" ? text : text()))) {
      throw new Error("The browser did not let it be copied: select the text instead.");
    }
    isCopied.value = true;
    setTimeout(() => {
      isCopied.value = false;
    }, shownMs);
  };
  return (
    <Button
      label={label}
      icon={isCopied.value ? "check" : "copy"}
      look={look}
      class={isCopied.value ? "copied" : ""}
      onClick={() => void attempt(copy)}
    >
      <span class="unseen" role="status">
        {isCopied.value ? "Copied" : ""}
      </span>
    </Button>
  );
}
