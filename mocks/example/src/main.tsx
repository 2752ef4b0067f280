import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import "./styles/index.css";

// In development, mock the service in the browser, unless a real one is configured.
if (import.meta.env.DEV && import.meta.env.VITE_API_BASE_URL === undefined) {
  const { startMock } = await import("./mock.ts");
  await startMock();
}

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
