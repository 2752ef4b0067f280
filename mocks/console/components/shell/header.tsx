import { useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { saveCapsule } from "../../save-capsule.ts";
import { attempt } from "../../store/notices.ts";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { ResetDialog } from "./reset-dialog.tsx";
import { ScopeSelect } from "./scope-select.tsx";
import { Tabs } from "./tabs.tsx";

export function Header(): JSX.Element {
  const isResetting = useSignal(false);
  return (
    <header class="head">
      <h1 class="brand">
        <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
          <rect width="16" height="16" rx="4" />
          <path d="M4 5.5h8M4 8h5M4 10.5h6.5" />
        </svg>
        orgkit
      </h1>
      <Tabs />
      <Actions isResetting={isResetting} />
      {isResetting.value && (
        <ResetDialog
          onClose={() => {
            isResetting.value = false;
          }}
        />
      )}
    </header>
  );
}

function Actions({ isResetting }: { readonly isResetting: Signal<boolean> }): JSX.Element {
  return (
    <div class="actions">
      <ScopeSelect />
      {/* A window opened by this one has the control token, too. */}
      <a class="button quiet" href="reference" target="_blank" rel="opener" title="The interface as an API reference">
        <Icon name="book" />
        <span class="label">API reference</span>
      </a>
      <Button
        label="Capsule"
        icon="download"
        look="quiet"
        title="Download a bug report that reproduces itself"
        onClick={() => void attempt(saveCapsule)}
      />
      <Button
        label="Reset"
        icon="reset"
        look="quiet"
        title="Put everything back to the start"
        onClick={() => {
          isResetting.value = true;
        }}
      />
    </div>
  );
}
