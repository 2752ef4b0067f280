import { client } from "./store/client.ts";

/** Downloads the capsule: what was asked since the start, and all it takes to answer it the same way again. */
export async function saveCapsule(): Promise<void> {
  const address = URL.createObjectURL(await client.capsule());
  const link = document.createElement("a");
  link.href = address;
  link.download = "orgkit-capsule.json";
  link.click();
  URL.revokeObjectURL(address);
}
