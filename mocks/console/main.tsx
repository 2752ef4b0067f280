import { render } from "preact";
import { takeToken } from "./client.ts";
import { App } from "./components/app.tsx";
import { followAddress, followMock } from "./store.ts";
import "./styles/index.css";

takeToken();
document.title = `orgkit · ${location.host}`;
followAddress();
void followMock();

const root = document.getElementById("console");
if (root !== null) render(<App />, root);
