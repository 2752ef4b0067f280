import { privatePackage } from "../private-package.ts";

/** The judges of other hands. */
export const judgePackage = privatePackage("judges", "190 MB");

/** How long a judge may take over one server. */
export const limitMs = 90_000;
