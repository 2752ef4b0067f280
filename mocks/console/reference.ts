import { createApiReference } from "@scalar/api-reference";
import "@scalar/api-reference/style.css";
import { stateReply } from "../control/replies.ts";
import { ask, read, takeToken } from "./control.ts";
import { problemText } from "./store/notices.ts";
import "./styles/tokens.css";
import "./styles/reference.css";

/** Shows the interface in the dialect of the mock, and the control API, without any request to another machine. */
async function showReference(): Promise<void> {
  const [content, control, { accounts }] = await Promise.all([
    ask("GET interface.json").then((reply) => reply.text()),
    ask("GET openapi.json").then((reply) => reply.text()),
    read(stateReply, "GET state"),
  ]);
  const good = accounts[0]?.tokens.find(({ expired }) => !expired)?.token ?? "";
  createApiReference("#reference", {
    sources: [
      { title: "The interface", slug: "interface", content, default: true },
      { title: "The control API", slug: "control", content: control },
    ],
    // Requests sent from the page go to the mock, and show up in its journal.
    servers: [{ url: location.origin, description: "This mock" }],
    authentication: { preferredSecurityScheme: "bearer", securitySchemes: { bearer: { token: good } } },
    forceDarkModeState: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
    hideDarkModeToggle: true,
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: "never",
    hideClientButton: true,
    documentDownloadType: "none",
    defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  });
}

takeToken();
showReference().catch((error: unknown) => {
  const message = document.createElement("p");
  message.className = "reference-problem";
  message.setAttribute("role", "alert");
  message.textContent = `The document cannot be shown: ${problemText(error)}`;
  document.getElementById("reference")?.replaceWith(message);
});
