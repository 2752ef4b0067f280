import type { Members } from "../target/envelope.ts";
import type { Body, Field } from "./create-body.ts";
import type { Answer } from "./observation.ts";

/** A user who was created. */
export interface Creation {
  readonly answer: Answer;
  /** What was sent, with the fresh values it got. */
  readonly sent: Members;
  /** The user, from the response or from the list; absent where neither shows it. */
  readonly record?: Members;
}

/** The smallest body that creates a user, and what showed that no less will do. */
export interface MinimalCreation {
  readonly minimal: Creation;
  readonly required: readonly Field[];
  /** Fields of the smallest body that no request left out. */
  readonly untried?: readonly string[];
  /** The refusals of bodies that lack something. */
  readonly refusals: readonly Answer[];
}

/** A user created with all there is, and what became of a field that no service knows. */
export interface FullCreation {
  readonly full: Creation;
  /** A field that no service knows, and the user who was created with it; absent where none was sent. */
  readonly unknown: { readonly name: string; readonly made: Creation } | undefined;
  /** The body as it is asked for, with `{{unique}}` where a value is fresh. */
  readonly body: Body;
  /** The refusal of the same body with the unknown field; absent where that was accepted. */
  readonly refusal?: Answer;
  /** Where its given texts are those of the smallest body. */
  readonly repeated?: readonly string[];
}

/** The fields that no two users may share. */
export interface UniqueFields {
  readonly fields: readonly string[];
  /** Those that were not tried, since that would have created too many users. */
  readonly untried: readonly string[];
  /** The refusal of a repetition; absent where it was accepted. */
  readonly conflict?: Answer;
  readonly evidence: readonly Answer[];
}
