import { render } from "preact";
import { App } from "./app.tsx";
import { followAddress, followMock } from "../store.ts";
import "../styles/index.css";

document.title = `orgkit · ${location.host}`;
followAddress();
void followMock();

const root = document.getElementById("console");
root?.replaceChildren();
if (root !== null) render(<App />, root);
