import type { Members } from "../target/envelope.ts";
import type { Body, Field } from "./create-body.ts";
import type { Answer } from "./observation.ts";

/** A created user. */
export interface Creation {
  readonly answer: Answer;
  /** What was sent, with its unique values. */
  readonly sent: Members;
  /** The user, from the response or from the list; absent if neither shows it. */
  readonly record?: Members;
}

/** The smallest body that creates a user, and the evidence that all of it is needed. */
export interface MinimalCreation {
  readonly minimal: Creation;
  readonly required: readonly Field[];
  /** Fields of the smallest body that no request left out. */
  readonly untried?: readonly string[];
  /** The rejections of smaller bodies. */
  readonly rejections: readonly Answer[];
}

/** A user created with all known fields, and the result for an unknown field. */
export interface FullCreation {
  readonly full: Creation;
  /** An unknown field, and the user created with it; absent if none was sent. */
  readonly unknown: { readonly name: string; readonly made: Creation } | undefined;
  /** The body before `{{unique}}` is filled in. */
  readonly body: Body;
  /** The rejection of the same body with the unknown field; absent if it was accepted. */
  readonly rejection?: Answer;
  /** Where its given texts are those of the smallest body. */
  readonly repeated?: readonly string[];
}

/** The fields that must be unique among users. */
export interface UniqueFields {
  readonly fields: readonly string[];
  /** Fields that were not tried, since that would have created too many users. */
  readonly untried: readonly string[];
  /** The rejection of a repeated value; absent if it was accepted. */
  readonly conflict?: Answer;
  readonly evidence: readonly Answer[];
}
