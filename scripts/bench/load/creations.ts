import type { Contender } from "../servers/contender.ts";
import { requestText, type Load } from "./request.ts";

/**
 * Creations of users, each with an address of its own and all of one length.
 * @param prefix of the addresses, so that two such loads on one server do not meet
 */
export function creations({ users, token }: Contender, prefix = "load"): Load {
  const mark = "0000000";
  const body = JSON.stringify({ email: `${prefix}-${mark}@bench.example`, name: "Load Test", role: "member" });
  const [before = "", after = ""] = requestText({ method: "POST", path: users, token, body }).split(mark);
  let count = 0;
  return () => {
    count += 1;
    return before + String(count).padStart(mark.length, "0") + after;
  };
}
