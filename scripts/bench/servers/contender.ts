import type { LoadCall } from "../load/request.ts";

/** Where one start of a server takes place. */
export interface Place {
  /** A folder of its own for its files. */
  readonly folder: string;
  readonly port: number;
}

/** A program and its arguments. */
export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
}

/** A server that is measured, and how it is spoken to. */
export interface Contender {
  /** As in the tables; unique. */
  readonly name: string;
  /** How it comes to its answers, in a few words. */
  readonly way: string;
  readonly token: string;
  /** Path of the users, to list and to create. */
  readonly users: string;
  /** Names of the parameters of the page and its size. */
  readonly paging: readonly [page: string, size: string];
  /** How long it needs under load until it is as fast as it gets: one second by default. */
  readonly warmUpSeconds?: number;
  /** Whether it works on several processors: the load then leaves its own to it while it waits. */
  readonly isParallel?: boolean;
  /** Writes the files it needs, and says how it is started. */
  launch(place: Place): Launch;
}

/** How many users a page has, everywhere. */
export const pageSize = 20;

/** Asks for a page of users. @param page the first is 1 */
export function listCall({ users, paging: [number, size], token }: Contender, page: number): LoadCall {
  return { method: "GET", path: `${users}?${number}=${page}&${size}=${pageSize}`, token };
}
