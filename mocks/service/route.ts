import { matchPath, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { isServed } from "../../fixtures/dialect/versions.ts";
import type { Reply } from "./call.ts";
import { Failure } from "./failure.ts";
import { fillText } from "./template.ts";

/** The operation that a request matches, with the decoded `{id}` of its path. */
export interface Route {
  readonly operation: OperationId;
  readonly id: string;
}

/** Finds the operation of a method and a path (§4, §9). An `OPTIONS` request may be answered without one. */
export function findRoute(
  method: string,
  path: string,
  { versions, requests }: Pick<Dialect, "versions" | "requests">,
  query = "",
): Route | { readonly reply: Reply } | Failure {
  const found = isPath(path, versions) ? { path } : spelledOtherwise(path, requests);
  const match = found && matchPath(found.path);
  const unknownPath = (rule?: string): Failure =>
    new Failure("unknownPath", `There is nothing at this path.`, { rule });
  if (match === undefined || !isServed(match.version, versions)) return unknownPath();
  if (found?.redirect !== undefined) {
    const location = found.path + (query === "" ? "" : `?${query}`);
    return { reply: { status: found.redirect, headers: { location }, body: "", why: { rule: found.rule ?? "" } } };
  }
  const id = match.id === undefined ? "" : decode(match.id);
  if (id === undefined)
    return new Failure("undecodableId", "The id in the path is not valid percent-encoding.", { parameter: "id" });
  const isRead = (method === "HEAD" && requests.head === "get") || (method === "OPTIONS" && requests.options === "get");
  const operation = match.operations.get(isRead ? "GET" : method);
  if (operation !== undefined) return { operation, id };
  const allow = [
    ...match.operations.keys(),
    ...(requests.head === "get" ? ["HEAD"] : []),
    ...(requests.options === "method" ? [] : ["OPTIONS"]),
  ].join(", ");
  if (method === "OPTIONS" && typeof requests.options === "object") {
    const { status, contentType, body } = requests.options;
    const headers = { allow, ...(contentType === null ? {} : { "content-type": contentType }) };
    return { reply: { status, headers, body: fillText(body, { allow }), why: { rule: "requests.options" } } };
  }
  const [read] = match.operations.values();
  const handling = read === undefined ? "method" : requests.otherMethods[`${operations[read].record}s`];
  if (handling === "get" && read !== undefined) return { operation: read, id };
  if (handling === "unknownPath") return unknownPath("requests.otherMethods");
  return new Failure("methodNotAllowed", `The method ${method} is not allowed here; allowed: ${allow}.`, {
    headers: { allow },
  });
}

function isPath(path: string, versions: Dialect["versions"]): boolean {
  const match = matchPath(path);
  return match !== undefined && isServed(match.version, versions);
}

interface Spelling {
  readonly path: string;
  /** The status code of the redirect to the path. */
  readonly redirect?: number;
  readonly rule?: string;
}

const spellings = {
  doubledSlash: (path: string) => path.replaceAll(/\/{2,}/g, "/"),
  trailingSlash: (path: string) => path.replace(/(?<=.)\/$/, ""),
  letterCase: (path: string) => path.replace(/^(?:\/api\/v\d+)?\/[^/]+/i, (start) => start.toLowerCase()),
};

/** The path of which this one is another spelling; `undefined` if the service does not know the spelling. */
function spelledOtherwise(path: string, requests: Dialect["requests"]): Spelling | undefined {
  let usual = path;
  let redirect: Omit<Spelling, "path"> = {};
  for (const name of ["doubledSlash", "trailingSlash", "letterCase"] as const) {
    const before = usual;
    usual = spellings[name](before);
    const rule = usual === before ? "same" : requests[name];
    if (rule === "unknown") return undefined;
    if (rule !== "same") redirect = { redirect: rule, rule: `requests.${name}` };
  }
  return { path: usual, ...redirect };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
