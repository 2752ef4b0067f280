import { operations } from "../../fixtures/contract/operations.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";

const unversioned = Object.values(operations).map(
  ({ path }) => new RegExp(`^${path.replace("/api/v1", "").replace("{id}", "[^/]+")}$`),
);

/**
 * Which paths below a base URL are the mock's, where it shares them with an application: everything under `/api/`,
 * and the operations without a version where the dialect knows them.
 */
export function isServedPath(path: string, { versions }: Dialect): boolean {
  return (
    path.startsWith("/api/") || (versions.unversioned === "alias" && unversioned.some((pattern) => pattern.test(path)))
  );
}
