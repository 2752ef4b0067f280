import { cleanup, render } from "@testing-library/react";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import { createTest } from "orgkit/vitest";
import { afterEach } from "vitest";
import { signIn } from "./api/session.ts";
import { App } from "./app.tsx";

afterEach(cleanup);

/** Each test has a service with its own world. */
export const test = createTest({ baseUrl: "http://api.example", world: "demo" });

/** Opens the app at an address, signed in; returns the simulated user. */
export function renderApp(address: string, token = "aurora-token-4f7a91"): UserEvent {
  signIn(token);
  window.history.replaceState(null, "", address);
  render(<App />);
  return userEvent.setup();
}
