import type { JSX } from "preact";
import { dismiss, notices } from "../../store/notices.ts";
import { Button } from "../parts/button.tsx";

/** What was done, or what is wrong: above everything else, and gone again soon. */
export function Notices(): JSX.Element {
  return (
    <div class="notices" role="status" aria-label="Notices">
      {notices.value.map(({ id, kind, text, action }) => (
        <div key={id} class={`notice ${kind}`}>
          <p>{text}</p>
          {action !== undefined && (
            <Button
              label={action.label}
              look="quiet"
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            />
          )}
          <Button label="Dismiss" icon="close" look="icon" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
