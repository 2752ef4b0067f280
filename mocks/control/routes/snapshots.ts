import { ControlProblem } from "../control-problem.ts";
import { snapshotsReply } from "../replies.ts";
import { route, type Input } from "../route.ts";

function nameOf({ parameters: { name = "" } }: Input): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}$/u.test(name)) return name;
  throw new ControlProblem(
    422,
    "A name consists of letters, digits, spaces, dots, dashes and underscores, at most 80.",
  );
}

export const snapshotRoutes = [
  route({
    method: "GET",
    path: "snapshots",
    summary: "The saved snapshots.",
    reply: snapshotsReply,
    handle: ({ snapshots }) => ({ snapshots: snapshots.list().map(({ name, takenAt }) => ({ name, takenAt })) }),
  }),
  route({
    method: "PUT",
    path: "snapshots/{name}",
    summary: "Saves the current state; replaces a snapshot of the same name.",
    success: 204,
    handle: ({ snapshots }, input) => snapshots.keep(nameOf(input)),
  }),
  route({
    method: "POST",
    path: "snapshots/{name}/restore",
    summary: "Restores the records, the id generator and the clock of a snapshot.",
    success: 204,
    handle: ({ simulation, snapshots }, input) => simulation.restore(snapshots.get(nameOf(input)).snapshot),
  }),
  route({
    method: "DELETE",
    path: "snapshots/{name}",
    summary: "Deletes a snapshot.",
    success: 204,
    handle: ({ snapshots }, input) => snapshots.drop(nameOf(input)),
  }),
];
