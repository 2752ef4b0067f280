import { keepToken, token } from "../control.ts";
import { refused, retryNow } from "../store/connection.ts";
import { TextForm } from "./field.tsx";

/** Asks for the control token, where the mock is open to other machines and the address did not bring it. */
export function TokenGate() {
  const isRefused = refused.value !== undefined && refused.value === token.value;
  const use = async (text: string): Promise<void> => {
    keepToken(text);
    retryNow();
  };
  return (
    <main class="gate">
      <div>
        <h1>Control token</h1>
        <p>
          This mock is open to other machines, so its console asks for the control token that it printed when it was
          started. The address printed beside it has it built in.
        </p>
        <TextForm
          label="Token"
          action="Open the console"
          look="primary"
          input={{ type: "password" }}
          isKept
          problem={isRefused ? "The mock does not take this token. It has a new one after each start." : ""}
          onSend={use}
        />
      </div>
    </main>
  );
}
