import { spawnSync } from "node:child_process";
import { privatePackage } from "../private-package.ts";

const peers = privatePackage("peers", "200 MB");

/** The path of a file in an installed package. */
export const peerFile = peers.file;

/** Installs the peers on first use. @throws Error where npm fails */
export const installPeers = peers.install;

/** Whether Java runs here: WireMock needs it. */
export function hasJava(): boolean {
  return spawnSync("java", ["-version"]).status === 0;
}
