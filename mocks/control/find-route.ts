import { ControlProblem } from "./control-problem.ts";
import type { ControlRequest, ControlRoute } from "./route.ts";

export interface FoundRoute {
  readonly route: ControlRoute;
  /** By the names in the route's path, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** @throws ControlProblem where there is nothing at the path, or not for the method */
export function findRoute(routes: readonly ControlRoute[], { method, path }: ControlRequest): FoundRoute {
  const here = routes.flatMap((route) => {
    const parameters = match(route.path, path);
    return parameters === undefined ? [] : [{ route, parameters }];
  });
  const found = here.find(({ route }) => route.method === method);
  if (found !== undefined) return found;
  if (here.length === 0) {
    throw new ControlProblem(404, `There is nothing at /_orgkit/${path}: see /_orgkit/openapi.json for what there is.`);
  }
  throw new ControlProblem(
    405,
    `${method} is not allowed here; allowed: ${here.map(({ route }) => route.method).join(", ")}.`,
  );
}

function match(template: string, path: string): Readonly<Record<string, string>> | undefined {
  const names = template.split("/");
  const segments = path.split("/");
  if (names.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const segment = segments[index] ?? "";
    if (!name.startsWith("{")) {
      if (name !== segment) return undefined;
      continue;
    }
    const value = decode(segment);
    if (value === undefined || value === "") return undefined;
    parameters[name.slice(1, -1)] = value;
  }
  return parameters;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
