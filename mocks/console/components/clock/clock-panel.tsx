import type { JSX } from "preact";
import { ClockPart } from "./clock-part.tsx";
import { SnapshotsPart } from "./snapshots-part.tsx";

/** What the simulation's time is, and the states it can be put back to. */
export function ClockPanel(): JSX.Element {
  return (
    <div class="clock scroll">
      <ClockPart />
      <SnapshotsPart />
    </div>
  );
}
