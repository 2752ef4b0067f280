import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { keepToken } from "../../control-token.ts";
import { token } from "../../store/client.ts";
import { refused, retryNow } from "../../store/connection.ts";

/** Asks for the control token, where the mock is open to other machines and the address did not bring it. */
export function TokenGate(): JSX.Element {
  const text = useSignal("");
  const wasRefused = refused.value !== undefined && refused.value === token.value;
  return (
    <main class="gate">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          token.value = text.value.trim();
          keepToken(token.value, sessionStorage);
          retryNow();
        }}
      >
        <h1>Control token</h1>
        <p>
          This mock is open to other machines, so its console asks for the control token that it printed when it was
          started. The address printed beside it has it built in.
        </p>
        <label>
          Token
          <input
            type="password"
            autocomplete="off"
            required
            value={text.value}
            aria-invalid={wasRefused}
            onInput={(event) => {
              text.value = event.currentTarget.value;
            }}
          />
        </label>
        {wasRefused && <p role="alert">The mock does not take this token. It has a new one after each start.</p>}
        <button type="submit" class="button primary">
          Open the console
        </button>
      </form>
    </main>
  );
}
