import type { JSX } from "preact";
import type { Mistake } from "../../control-problem.ts";

/** What is wrong with what was written: told at once, and where. */
export function ProblemList({
  message,
  mistakes = [],
}: {
  message: string;
  mistakes?: readonly Mistake[];
}): JSX.Element {
  return (
    <div class="problems" role="alert">
      {message !== "" && <p>{message}</p>}
      {mistakes.length > 0 && (
        <ul>
          {mistakes.map(({ at, problem }) => (
            <li key={at + problem}>
              {at !== "" && <code>{at}</code>} {problem}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
