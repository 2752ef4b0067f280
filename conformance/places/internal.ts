import { listOperationIds } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { leavesOf } from "../target/record-values.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { headersNaming, namesShown } from "./named-accounts.ts";

const names = (text: string, value: string) => Object.fromEntries(text.split(" ").map((name) => [name, value]));

/** Headers in which a gateway tells a service where a request came from. */
const ofLoopback = {
  ...names("x-forwarded-for x-real-ip x-client-ip true-client-ip cf-connecting-ip x-remote-addr", "127.0.0.1"),
  ...names("x-originating-ip x-remote-ip x-cluster-client-ip x-custom-ip-authorization", "127.0.0.1"),
  forwarded: "for=127.0.0.1",
};

/** Headers by which services recognize each other, or a gateway confirms that it authenticated the client. */
const ofService = names("x-internal x-internal-request x-authenticated x-trusted x-admin x-gateway", "true");

/** Headers of a preflight (Fetch, CORS-preflight), which is sent with OPTIONS and without a token. */
const ofPreflight = {
  origin: "https://orgkit.example",
  "access-control-request-method": "GET",
  "access-control-request-headers": "authorization",
};

const ofUser = "x-user-id x-user x-username x-forwarded-user x-remote-user remote-user x-authenticated-user";
const ofAddress = "x-forwarded-email x-user-email";

/** Headers that pretend to come from a gateway, with a known account and user, for services that trust any sender. */
export async function internalHeaders(session: Session): Promise<NonNullable<Call["headers"]>> {
  const shown = await Promise.all(listOperationIds.map((operation) => namesShown(session, operation, "first")));
  const list = await session.call({ operation: "listUsers" });
  const [user] = list instanceof Unavailable || !isSuccess(list) ? [] : (readEnvelope(list.response).data ?? []);
  const values = [...leavesOf(user).values()].map(String).filter((value) => /^[!-~]{1,100}$/.test(value));
  const [first = "1"] = values;
  const address = values.find((value) => value.includes("@")) ?? first;
  const accounts = new Map([...(shown.flat().length === 0 ? [["account", first] as const] : []), ...shown.flat()]);
  return {
    ...ofLoopback,
    ...ofService,
    ...ofPreflight,
    ...names(ofUser, first),
    ...names(ofAddress, address),
    ...headersNaming(accounts),
  };
}
