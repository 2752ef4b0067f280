import type { Sources } from "../settings/read-settings.ts";
import { environmentName } from "../settings/option.ts";

/** The settings of `orgkit conform` that each name targets: only one of them can hold. */
const keys = ["baseUrl", "target", "targets"];
const variables = keys.map(environmentName);

/** Where the command line names targets, the environment and the file have no say in it; nor the file after the environment. */
export function nearestTargets(sources: Sources): Sources {
  const { flags, environment, config } = sources;
  const isFlagged = keys.some((key) => flags[key] !== undefined);
  const isInEnvironment = variables.some((name) => (environment[name] ?? "") !== "");
  return {
    ...sources,
    environment: isFlagged ? without(environment, variables) : environment,
    config: isFlagged || isInEnvironment ? without(config, keys) : config,
  };
}

function without<Value>(members: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}
