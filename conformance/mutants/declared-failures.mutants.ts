import { operationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { onFailure, withBody, withHeader } from "./alter.ts";
import type { DialectInput, Mutant } from "./mutant.ts";

type FailureKind = keyof Dialect["statuses"]["failure"];

function on(id: string, operations: readonly OperationId[] = operationIds): readonly string[] {
  return operations.map((operation) => `${id} ${operation}`);
}

/** The reference dialect with another status code of one failure. */
function answering(kind: FailureKind, status: number): DialectInput {
  return { statuses: { failure: { [kind]: status } } };
}

/** DECL-10 to DECL-17: status codes. */
const statusMutants: readonly Mutant[] = [
  ...operationIds.map((operation) => ({
    id: `another-success@${operation}`,
    sentence: "a success has another status code than declared",
    breaks: [`DECL-10 ${operation}`],
    speaks: { statuses: { success: { [operation]: 203 } } },
  })),
  {
    id: "another-status-without-token",
    sentence: "a call without a token gets another status code than declared",
    breaks: on("DECL-11"),
    speaks: answering("missingToken", 403),
  },
  {
    id: "another-status-for-a-refused-token",
    sentence: "a token never issued gets another status code than declared",
    breaks: on("DECL-12"),
    speaks: answering("refusedToken", 403),
  },
  {
    id: "another-status-for-an-unknown-id@getSubscription",
    sentence: "an unknown subscription id gets another status code than declared",
    breaks: ["DECL-13 getSubscription"],
    // An ill-formed id is declared to be answered like an unknown one.
    collateral: ["DECL-30 getSubscription"],
    speaks: answering("notFound", 410),
  },
  {
    id: "another-status-for-an-unknown-path",
    sentence: "an unknown path gets another status code than declared",
    breaks: ["DECL-14 listUsers"],
    // Paths with another version, or none, are declared to be unknown ones.
    collateral: ["DECL-34 listUsers", "DECL-35 listUsers"],
    speaks: answering("unknownPath", 410),
  },
  {
    id: "another-status-for-a-wrong-method",
    sentence: "a method that an operation does not have gets another status code than declared",
    breaks: on("DECL-15"),
    speaks: answering("methodNotAllowed", 404),
  },
  {
    id: "another-status-for-an-unreadable-body@createUser",
    sentence: "a body that is no JSON gets another status code than declared",
    breaks: ["DECL-16 createUser"],
    speaks: answering("unreadableBody", 422),
  },
  {
    id: "another-status-for-plain-text@createUser",
    sentence: "a body said to be plain text gets another status code than declared",
    breaks: ["DECL-17 createUser"],
    speaks: answering("unsupportedMediaType", 400),
  },
];

const problemAsJson: DialectInput = {
  errors: {
    format: "template",
    contentType: "application/json",
    body: {
      type: "about:blank",
      title: "{{title}}",
      status: "{{status}}",
      detail: "{{message}}",
      code: "{{code}}",
      errors: "{{errors}}",
    },
  },
};

/** DECL-18: the words of a failure. */
const errorMutants: readonly Mutant[] = [
  {
    id: "errors-as-text",
    sentence: "failures are plain text, and declared as problem details",
    breaks: on("DECL-18"),
    speaks: { errors: { format: "text" } },
  },
  {
    id: "errors-as-objects",
    sentence: "failures have another shape than declared",
    breaks: on("DECL-18"),
    speaks: { errors: { format: "object" } },
  },
  {
    id: "errors-of-another-type",
    sentence: "failures have another content type than declared",
    breaks: on("DECL-18"),
    speaks: problemAsJson,
  },
  ...operationIds.map((operation) => ({
    id: `error-without-title@${operation}`,
    sentence: "failures of one operation lack a member of the declared body",
    breaks: [`DECL-18 ${operation}`],
    alter: onFailure(operation, (reply) => {
      const { title: _, ...others } = JSON.parse(reply.body);
      return withBody(reply, others);
    }),
  })),
];

/** DECL-19 to DECL-21: what a refused caller is told. */
const challengeMutants: readonly Mutant[] = [
  {
    id: "no-challenge",
    sentence: "a refusal carries no challenge, and one is declared",
    breaks: on("DECL-19"),
    speaks: { auth: { challenge: null } },
  },
  {
    id: "challenge-without-error",
    sentence: "the challenge for a refused token names no error, and is declared to",
    breaks: on("DECL-19"),
    speaks: { auth: { challengeError: false } },
  },
  {
    id: "a-challenge-where-none-is-declared",
    sentence: "a refusal carries a challenge, and none is declared",
    breaks: on("DECL-19"),
    dialect: { auth: { challenge: null } },
    speaks: {},
  },
  ...operationIds.map((operation) => ({
    id: `no-challenge@${operation}`,
    sentence: "the refusals of one operation carry no challenge, and one is declared",
    breaks: [`DECL-19 ${operation}`],
    alter: onFailure(operation, (reply) => withHeader(reply, "www-authenticate", undefined)),
  })),
  {
    id: "lower-case-bearer-refused",
    sentence: "bearer in lower case is refused, and declared to be accepted",
    breaks: on("DECL-20", ["listUsers", "getSubscription", "listInvoices"]),
    speaks: { auth: { schemeCase: "exact" } },
  },
  {
    id: "lower-case-bearer-accepted",
    sentence: "bearer in lower case is accepted, and declared to be refused",
    breaks: on("DECL-20", ["listUsers", "getSubscription", "listInvoices"]),
    dialect: { auth: { schemeCase: "exact" } },
    speaks: {},
  },
  {
    id: "another-login-page",
    sentence: "a refusal by redirect points to another page than declared",
    breaks: on("DECL-21"),
    dialect: { statuses: { failure: { missingToken: 302, refusedToken: 302 } } },
    speaks: { statuses: { failure: { missingToken: 302, refusedToken: 302 } }, auth: { login: "/elsewhere" } },
  },
];

export const declaredFailureMutants: readonly Mutant[] = [...statusMutants, ...errorMutants, ...challengeMutants];
