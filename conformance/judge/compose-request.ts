import { operationPath, operations } from "../../fixtures/contract/operations.ts";
import type { Redactor } from "../../fixtures/secrets/redactor.ts";
import { isObject, present } from "../../fixtures/values/json.ts";
import type { Facts } from "../log/facts.ts";
import { NotAsked, type Probe } from "../log/model.ts";
import { goodBody } from "../target/body.ts";
import { credentialKinds, type CredentialParts } from "../target/credentials.ts";
import type { Secrets } from "../target/target.ts";
import type { Outgoing } from "../target/transport.ts";

/** What requests are made of, besides their probe. */
interface Composing {
  readonly facts: Facts;
  readonly secrets: Secrets;
  /** Learns the cookies that are sent. */
  readonly redactor: Redactor;
}

/**
 * The request of a probe, with its credentials.
 * @param marker the unique text of a creation; without it, the request has no body
 * @throws NotAsked if these tokens have no such credentials
 */
export function composeRequest(probe: Probe, marker: string | undefined, given: Composing): Outgoing {
  const { target } = given.facts;
  const { secrets } = given;
  const { operation } = probe;
  const parts = makeCredentials(probe, given);
  const method = probe.method ?? operations[operation].method;
  const ownHeaders = new Set(Object.keys(secrets.headers).map((name) => name.toLowerCase()));
  const path = probe.path ?? operationPath(operation, probe.id);
  const query = new URLSearchParams({ ...probe.query, ...parts.query }).toString();
  const headers = {
    accept: "application/json",
    "user-agent": "orgkit-conform",
    ...secrets.headers,
    ...probe.headers,
    ...Object.fromEntries(Object.entries(parts.headers ?? {}).filter(([name]) => !ownHeaders.has(name))),
  };
  const further = present({ shown: parts.shown, connection: probe.connection });
  const url = target.baseUrl + path + (query === "" ? "" : `?${query}`);
  if (marker === undefined) return { method, url, headers, ...further };
  const good = probe.body ?? goodBody(target);
  const whole = parts.body !== undefined && isObject(good) ? { ...good, ...parts.body } : good;
  const { type, content } = probe.text ?? { type: "application/json", content: JSON.stringify(whole) };
  const typed = type === "" ? headers : { ...headers, "content-type": type };
  return { method, url, headers: typed, ...further, body: content.replaceAll("{{unique}}", marker) };
}

function makeCredentials({ as = "first" }: Probe, { facts, secrets, redactor }: Composing): CredentialParts {
  const { target, sessionCookies } = facts;
  const cookies = as === "session-cookies" ? sessionCookies : [];
  for (const [, value] of cookies) if (value.length >= 16) redactor.add({ value, name: "(a cookie)" });
  const { make, words } = credentialKinds[as];
  const parts = make({ secrets, target, seed: target.baseUrl, cookies });
  if (parts === undefined) throw new NotAsked(`not possible with these tokens: ${words}`, "nothing");
  return parts;
}
