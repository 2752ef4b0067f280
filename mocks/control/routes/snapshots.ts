import { ControlProblem } from "../control-problem.ts";
import { snapshotsReply } from "../replies.ts";
import { route, type Input } from "../route.ts";

function nameOf({ parameters: { name = "" } }: Input): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}$/u.test(name)) return name;
  throw new ControlProblem(422, "A name has letters, digits, spaces, dots, dashes and underscores, 80 at most.");
}

export const snapshotRoutes = [
  route({
    method: "GET",
    path: "snapshots",
    summary: "The snapshots that were saved.",
    reply: snapshotsReply,
    handle: ({ snapshots }) => ({ snapshots: snapshots.list().map(({ name, takenAt }) => ({ name, takenAt })) }),
  }),
  route({
    method: "PUT",
    path: "snapshots/{name}",
    summary: "Saves what the simulation holds now; replaces a snapshot of the same name.",
    success: 204,
    handle: ({ snapshots }, input) => snapshots.keep(nameOf(input)),
  }),
  route({
    method: "POST",
    path: "snapshots/{name}/restore",
    summary: "Puts back what a snapshot holds: records, ids to come, clock.",
    success: 204,
    handle: ({ simulation, snapshots }, input) => simulation.restore(snapshots.get(nameOf(input)).snapshot),
  }),
  route({
    method: "DELETE",
    path: "snapshots/{name}",
    summary: "Drops a snapshot.",
    success: 204,
    handle: ({ snapshots }, input) => snapshots.drop(nameOf(input)),
  }),
];
