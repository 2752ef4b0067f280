import { isSuccess } from "../../target/exchange.ts";
import type { OperationId } from "../../../fixtures/contract/operations.ts";
import type { Session } from "../../target/session.ts";
import { notArising, observed, type Check, type Outcome } from "../check.ts";
import { describeErrorBody } from "./error-shape.ts";
import { failuresOf, firstOfEachKind, groupKinds, type Failure } from "./failures.ts";
import { listed, onSample } from "./seen.ts";

/** One observation of the failures of an operation, wherever there were some. */
function failuresCheck(id: string, describe: (failures: readonly Failure[]) => string): Check {
  const judge = (session: Session, operation: OperationId): Promise<Outcome> =>
    onSample(session, operation, async (sample) => {
      const failures = await failuresOf(session, operation, sample);
      if (failures.length === 0) return notArising("no call of this run was answered with a failure");
      return observed(describe(failures), ...firstOfEachKind(failures));
    });
  return { id, judge };
}

/** `401 for no token, 404 for an unknown id`. */
function describeStatuses(failures: readonly Failure[]): string {
  return describeGroups(failures, ({ exchange }) =>
    isSuccess(exchange) ? `${exchange.response.status} without an envelope` : String(exchange.response.status),
  );
}

/** Where all bodies are alike, the kinds of failures are left out: targets are compared by this text. */
function describeBodies(failures: readonly Failure[]): string {
  const bodyOf = ({ exchange }: Failure): string => describeErrorBody(exchange.response);
  const [only = "", ...others] = new Set(failures.map(bodyOf));
  return others.length === 0 ? only : describeGroups(failures, bodyOf);
}

function describeGroups(failures: readonly Failure[], property: (failure: Failure) => string): string {
  return groupKinds(failures, property)
    .map(([value, kinds]) => `${value} for ${listed(kinds)}`)
    .join(", ");
}

/** OBS-14: the status code of each failure; OBS-15: the body of one. */
export const failureObservations: readonly Check[] = [
  failuresCheck("OBS-14", describeStatuses),
  failuresCheck("OBS-15", describeBodies),
];
