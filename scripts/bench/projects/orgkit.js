import { createSimulation } from "orgkit";
import { setupWorker } from "orgkit/browser";
import { listUsers } from "./list-users.js";

await setupWorker(await createSimulation(), { baseUrl: "/" }).start({ quiet: true });
await listUsers();
