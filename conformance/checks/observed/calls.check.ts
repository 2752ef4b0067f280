import { readEnvelope } from "../../target/envelope.ts";
import { isSuccess, type Exchange } from "../../target/exchange.ts";
import { Unavailable, type Session } from "../../target/session.ts";
import { knownIds } from "../../target/target.ts";
import { notArising, observed, type Check } from "../check.ts";
import { unknownId } from "../../discovery/unknown-id.ts";
import { describeFields } from "./fields.ts";
import { formatOfIds } from "./format.ts";
import { listed, onSample, onSuccessSeen } from "./seen.ts";

/** OBS-08: the body of user creation that was sent, and whether it was taken. */
const createBody: Check = {
  id: "OBS-08",
  judge: (session, operation) =>
    onSample(session, operation, (sample) => {
      const fields = fieldsSent(sample);
      if (fields === undefined) return notArising("no JSON object was sent", sample);
      if (isSuccess(sample)) return observed(`a body with ${fields} is accepted`, sample);
      const status = sample.response?.status ?? 0;
      if (![400, 409, 415, 422].includes(status)) return notArising("the answer tells nothing of the body", sample);
      return observed(`a body with ${fields} is refused with ${status}`, sample);
    }),
};

function fieldsSent({ request }: Exchange): string | undefined {
  try {
    const body: unknown = JSON.parse(request.body ?? "");
    return describeFields([body]);
  } catch {
    return undefined;
  }
}

/** OBS-09: the format of the known subscription ids, and what an unknown one gets. */
const subscriptionId: Check = {
  id: "OBS-09",
  judge: (session, operation) =>
    onSuccessSeen(session, operation, async (sample) => {
      const format = formatOfIds(knownIds(session.target, operation));
      const unknown = await session.call({ operation, id: unknownId(session.target, operation) });
      const answer = unknown instanceof Unavailable ? undefined : answerToUnknown(unknown);
      const evidence = unknown instanceof Unavailable ? [sample] : [sample, unknown];
      return observed(answer === undefined ? format : `${format}, an unknown one gets ${answer}`, ...evidence);
    }),
};

function answerToUnknown(unknown: Exchange): string | undefined {
  if (unknown.response === undefined || unknown.response.status === 429) return undefined;
  const status = String(unknown.response.status);
  if (!isSuccess(unknown)) return status;
  const { data } = readEnvelope(unknown.response);
  if (data === undefined) return `${status} without an envelope`;
  return `${status} with ${data.length === 0 ? "an empty list" : "a record"}`;
}

/** OBS-10: the status code of a success. */
const successStatus: Check = {
  id: "OBS-10",
  judge: (session, operation) =>
    onSuccessSeen(session, operation, (sample) => observed(`a success is ${sample.response.status}`, sample)),
};

/** Headers that this kit sends with every call, whatever the target wants. */
const ownHeaders = new Set(["accept", "user-agent", "authorization", "content-type", "content-length", "host"]);

/** OBS-13: whether a call succeeds with the `Authorization` header alone. */
const furtherHeaders: Check = {
  id: "OBS-13",
  judge: (session, operation) =>
    onSuccessSeen(session, operation, (sample) => {
      const given = furtherHeaderNames(sample);
      const needed =
        given.length === 0 ? "no further header was needed" : `a call with ${listed(given)} too was accepted`;
      const origin = sample.response.headers["access-control-allow-origin"];
      const cors = origin === "*" ? ", browsers may read the reply from any origin" : "";
      return observed(needed + cors, sample);
    }),
};

function furtherHeaderNames({ request }: Exchange): readonly string[] {
  return Object.keys(request.headers)
    .map((name) => name.toLowerCase())
    .filter((name) => !ownHeaders.has(name))
    .toSorted();
}

/** OBS-19: what other versions of the path get, and whether a version is announced to end. */
const compatibility: Check = {
  id: "OBS-19",
  judge: (session, operation) =>
    onSuccessSeen(session, operation, (sample) => {
      const tried = otherVersions(session);
      const announced = ["deprecation", "sunset"].filter((name) => sample.response.headers[name] !== undefined);
      const seen = [
        ...tried.map(({ path, exchange }) => `\`${path}\` gets ${exchange.response?.status ?? "no reply"}`),
        ...(announced.length === 0 ? [] : [`replies carry ${listed(announced)}`]),
      ];
      if (seen.length === 0) return notArising("not probed, and no reply announces an end", sample);
      return observed(seen.join(", "), ...tried.map(({ exchange }) => exchange), sample);
    }),
};

function otherVersions({ entries }: Session): readonly { path: string; exchange: Exchange }[] {
  return ["/users", "/api/v2/users"].flatMap((path) => {
    const entry = entries.find(({ call }) => call.path === path && call.method === undefined);
    return entry === undefined ? [] : [{ path, exchange: entry.exchange }];
  });
}

export const callObservations: readonly Check[] = [
  createBody,
  subscriptionId,
  successStatus,
  furtherHeaders,
  compatibility,
];
