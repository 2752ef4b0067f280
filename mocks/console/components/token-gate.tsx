import { keepToken, token } from "../control.ts";
import { rejected, retryNow } from "../store/connection.ts";
import { TextForm } from "./field.tsx";

/** Asks for the control token, if the mock is open to other machines and the address has no token. */
export function TokenGate() {
  const isRejected = rejected.value !== undefined && rejected.value === token.value;
  const use = async (text: string): Promise<void> => {
    keepToken(text);
    retryNow();
  };
  return (
    <main class="gate">
      <div>
        <h1>Control token</h1>
        <p>
          This mock is open to other machines. Enter the control token it printed at start-up, or open the console
          address printed with it.
        </p>
        <TextForm
          label="Token"
          action="Open the console"
          look="primary"
          input={{ type: "password" }}
          isKept
          problem={isRejected ? "Wrong token. The mock prints a new one each time it starts." : ""}
          onSend={use}
        />
      </div>
    </main>
  );
}
