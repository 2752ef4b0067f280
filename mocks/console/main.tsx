import { render } from "preact";
import { App } from "./components/shell/app.tsx";
import { takeToken } from "./control-token.ts";
import { token } from "./store/client.ts";
import { runClock } from "./store/clock.ts";
import { followMock } from "./store/connection.ts";
import { followAddress } from "./store/route.ts";
import { followSandboxes } from "./store/sandboxes.ts";
import "./styles/index.css";

token.value = takeToken({ location, history, storage: sessionStorage });
document.title = `orgkit · ${location.host}`;
followAddress();
followSandboxes();
runClock();
void followMock();

const root = document.getElementById("console");
if (root !== null) render(<App />, root);
