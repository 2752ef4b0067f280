import { spawn } from "node:child_process";

/** Opens an address in the user's browser; without one, the printed address will do. */
export function openInBrowser(url: string): void {
  const [command, ...args] =
    process.platform === "darwin"
      ? ["open", url]
      : process.platform === "win32"
        ? ["cmd", "/c", "start", "", url]
        : ["xdg-open", url];
  const opener = spawn(command ?? "xdg-open", args, { stdio: "ignore", detached: true });
  opener.once("error", () => undefined);
  opener.unref();
}
