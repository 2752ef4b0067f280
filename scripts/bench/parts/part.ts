import type { Contender } from "../servers/contender.ts";
import type { Section } from "../report/section.ts";

/** What all parts of the bench go by. */
export interface Bench {
  readonly rounds: number;
  /** Of load in one measured window. */
  readonly seconds: number;
  /** The servers of other hands that run on this machine; they are installed when a part asks for them. */
  readonly peers: readonly Contender[];
  /** Without the programs of other hands, nothing is installed. */
  readonly withPeers: boolean;
  /** A part that takes long measures a part of what it would. */
  readonly isQuick: boolean;
  /** Tells of progress. */
  readonly say: (text: string) => void;
}

/** One question the bench answers. */
export type Part = (bench: Bench) => Promise<Section>;
