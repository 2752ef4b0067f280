import { http, HttpResponse } from "msw";
import { setupWorker } from "msw/browser";
import { listUsers } from "./list-users.js";

await setupWorker(http.get("*/api/v1/users", () => HttpResponse.json({ data: [{}] }))).start({ quiet: true });
await listUsers();
