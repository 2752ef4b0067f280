import { isList, operations } from "../../fixtures/contract/operations.ts";
import { credentialKinds } from "../target/credentials.ts";
import { asksToWait, isFromGateway, isSuccess, isUnanswered, type HttpExchange } from "../target/exchange.ts";
import type { Facts } from "../log/facts.ts";
import { isPlain, hasValidToken, isInconclusive, describeResponse, describePlace } from "../log/exchanges.ts";
import type { Exchange } from "../log/model.ts";
import { failed, inconclusive, passed, proven, type Rule } from "../log/rule.ts";

/** Whether a response refuses the token: 401, 403, 407, or a redirect, such as to a login page. */
function refusesToken({ response }: HttpExchange): boolean {
  const status = response?.status ?? 0;
  return [401, 403, 407].includes(status) || (status >= 300 && status <= 399);
}

/** Whether a valid request must succeed: the plain one, with a known id, or a page that the list has. */
export function mustSucceed(exchange: Exchange, facts: Facts): boolean {
  const { operation, place, probe } = exchange;
  if (!hasValidToken(exchange) || (exchange.as === "second" && !facts.isTokenValid("second"))) return false;
  if (operations[operation].shape === "create") return probe.body === undefined && probe.text === undefined;
  if (operations[operation].shape === "one") {
    const id = facts.requestedId(exchange);
    return isPlain(exchange) && id !== undefined && facts.ids(operation, exchange.as).includes(id);
  }
  if (isPlain(exchange)) return true;
  const isPage = isList(operation) && place.page !== undefined && place.isBeyondLast === undefined;
  // Large pages may be refused.
  return isPage && probe.path === undefined && place.view === undefined && (place.size ?? 0) < 90;
}

/** PATH-01 (§4, §9) and AUTH-01 (§5): a valid request succeeds, each time. */
export const judgePaths: Rule = function* (exchanges, facts) {
  for (const exchange of exchanges) {
    if (!mustSucceed(exchange, facts) || isTooLong(exchange)) continue;
    const { operation, request, response, as } = exchange;
    const by = as === "second" ? " of the second account" : "";
    const when = exchange.place.moment === "after" ? " after a creation" : "";
    const what = `${request.method} ${operations[operation].path}${by}${describePlace(exchange)}${when}`;
    if (isSuccess(exchange)) {
      yield passed("PATH-01", exchange, `${what} returned ${response?.status ?? 0}`);
      yield passed("AUTH-01", exchange, `the token is accepted`);
    } else if (asksToWait(exchange) || isFromGateway(exchange)) {
      yield inconclusive("PATH-01", exchange, `${what} got ${describeResponse(exchange)}, each time`);
    } else if (exchange.noReply?.kind === "not-sent") {
      yield inconclusive("PATH-01", exchange, `${what} got ${describeResponse(exchange)}`);
    } else if (operations[operation].shape === "create" && isRejectedBody(exchange)) {
      yield inconclusive(
        "PATH-01",
        exchange,
        `the target rejects the body (${describeResponse(exchange)}): give --create-body`,
      );
    } else if (lacksRight(exchange, facts)) {
      const message = `the token${by} is accepted, but not for ${operation} (${describeResponse(exchange)}): give another`;
      yield inconclusive("PATH-01", exchange, message);
    } else {
      yield failed("PATH-01", exchange, `${what} got ${describeResponse(exchange)}`);
      if (refusesToken(exchange)) {
        const [rejected] = findSameRejections(exchange, facts);
        const hint = rejected && `, as a request with ${credentialKinds[rejected.as].words} at the same URL before`;
        const message = `the token${by} was refused: ${describeResponse(exchange)}${hint ?? ""}`;
        yield failed("AUTH-01", exchange, message);
      }
    }
  }
};

/** The earlier requests without a valid token that got the same at the same URL: a cache may have kept it. */
export function findSameRejections({ number, request, response }: Exchange, { log }: Facts): readonly Exchange[] {
  return log.slice(0, number - 1).filter((one) => {
    const isSameRequest = one.request.method === request.method && one.request.url === request.url;
    const isSame = one.response?.status === response?.status && one.response?.body === response?.body;
    return isSameRequest && isSame && !hasValidToken(one);
  });
}

/** Whether the target accepts shorter URLs only. */
function isTooLong(exchange: Exchange): boolean {
  return exchange.response?.status === 414 && !isPlain(exchange);
}

/** PATH-01: no request, and no number of rejected ones, ends the service (§4: each operation has a response). */
export const judgeCrashes: Rule = function* (exchanges, facts) {
  // A gateway that loses requests at random, as where one of two instances is gone, loses the same one twice.
  if (facts.log.filter(isLostAtRandom).length >= enoughFailures) return;
  const index = exchanges.findLastIndex(({ place }) => place.isSuspect === true);
  const [suspect, next, ...later] = exchanges.slice(Math.max(index, 0));
  if (index < 0 || suspect === undefined || next === undefined) return;
  if (isUnanswered(next)) {
    const { request, as } = suspect;
    const what = `${request.method} ${request.url.slice(facts.target.baseUrl.length)} with ${credentialKinds[as].words}`;
    yield proven("PATH-01", suspect, `${what} ended the service; it came back, and the same request ended it again`);
    return;
  }
  const isStuck = [next, ...later].every((one) => facts.isSlow(one) || !isSuccess(one));
  if (!isStuck || !facts.isSlow(next)) return;
  const rejected = exchanges.filter((one) => one.place.isSuspect === true && !facts.isSlow(one));
  const message = `after ${rejected.length} rejected requests, a valid one gets ${describeResponse(next)} in ${next.response?.ms ?? 0} ms; the service recovered, and the same requests blocked it again: each may keep a connection`;
  yield proven("PATH-01", next, message, rejected);
};

/** Whether a gateway reached no service, and did when the request was sent again at once. */
function isLostAtRandom(exchange: Exchange): boolean {
  return exchange.repeated !== undefined && isFromGateway(exchange.repeated) && !isUnanswered(exchange);
}

/** Whether a creation was rejected for its body, which the document leaves open. */
function isRejectedBody({ response }: Exchange): boolean {
  return [400, 409, 413, 415, 422].includes(response?.status ?? 0);
}

/**
 * Whether an operation is forbidden where the token is good for others: §5 leaves the scopes of a token open. What was
 * permitted once is no matter of scopes; a second token may also be rejected otherwise.
 */
function lacksRight(exchange: Exchange, facts: Facts): boolean {
  const { response, as, operation } = exchange;
  const isForbidden = response?.status === 402 || response?.status === 403;
  if (!isForbidden && !(as === "second" && refusesToken(exchange))) return false;
  const accepted = facts.log.filter((one) => one.as === as && isSuccess(one));
  return accepted.length > 0 && accepted.every((one) => one.operation !== operation);
}

/** How many requests must fail at first, so that it is no accident. */
const enoughFailures = 3;

/** PATH-01: requests that fail and succeed when they are sent again, time after time. */
export const judgeUnreliable: Rule = function* (exchanges) {
  const plainExchanges = exchanges.filter(
    (one) => hasValidToken(one) && one.probe.path === undefined && !isInconclusive(one),
  );
  for (const [operation, all] of Map.groupBy(plainExchanges, (one) => one.operation)) {
    // A server may close idle connections.
    const failures = all.filter(
      ({ repeated }) => repeated?.response !== undefined && !asksToWait(repeated) && !isFromGateway(repeated),
    );
    const [first] = failures;
    if (first === undefined || failures.length < enoughFailures) continue;
    const how = first.repeated === undefined ? "" : describeResponse(first.repeated);
    const message = `${failures.length} of ${all.length} requests of ${operation} failed at first (${how}), and succeeded when sent again`;
    yield proven("PATH-01", first, message, failures.slice(1, 3));
  }
};
