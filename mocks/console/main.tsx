import { render } from "preact";
import { App } from "./components/app.tsx";
import { takeToken } from "./control.ts";
import { followMock } from "./store/connection.ts";
import { keepUp } from "./store/mock.ts";
import { followAddress } from "./store/route.ts";
import "./styles/index.css";

takeToken();
document.title = `orgkit · ${location.host}`;
followAddress();
keepUp();
void followMock();

const root = document.getElementById("console");
if (root !== null) render(<App />, root);
