import { createSimulation } from "orgkit";
import { setupWorker } from "orgkit/browser";

const simulation = await createSimulation({ world: "demo" });
await setupWorker(simulation, { baseUrl: "https://api.example" }).start({ quiet: true });
const headers = { authorization: "Bearer aurora-token-4f7a91" };
const reply = await fetch("https://api.example/api/v1/users?per_page=1", { headers });
document.body.textContent = `${reply.status} ${await reply.text()}`;
