import { controlRoutes } from "../../mocks/control/control.ts";
import type { ControlRoute } from "../../mocks/control/route.ts";
import { capitalised, code, prose, table } from "../describe/markdown.ts";
import { fillPage } from "./rewrite.ts";
import { branchesOf, keysBelow, toSchemaNode } from "../describe/schema-keys.ts";

/** The parts of `mocks/control/control-api.md` that follow from the routes: what each does, and what it takes. */
export function controlPage(): string {
  const rows = controlRoutes.map((route) => [code(nameOf(route)), prose(route.summary)]);
  return fillPage("mocks/control/control-api.md", {
    routes: table(["route", ""], rows),
    inputs: controlRoutes.flatMap(inputTables).join("\n"),
  });
}

function nameOf({ method, path }: ControlRoute): string {
  return `${method} ${path}`;
}

/** The query parameters and the body of a route. */
function inputTables(route: ControlRoute): readonly string[] {
  const query = Object.entries(route.query?.shape ?? {}).map(([name, { description = "" }]) => [
    code(name),
    capitalised(prose(description)),
  ]);
  const node = route.body === undefined ? undefined : toSchemaNode(route.body);
  const body = (node === undefined ? [] : [node, ...branchesOf(node)])
    .flatMap((branch) => (branch.properties === undefined ? [] : keysBelow(branch)))
    .map(({ path, values, text }) => [code(path), values, prose(text)]);
  const name = code(nameOf(route));
  return [
    ...(query.length === 0 ? [] : [table([`query of ${name}`, ""], query)]),
    ...(body.length === 0 ? [] : [table([`body of ${name}`, "values", ""], body)]),
  ];
}
