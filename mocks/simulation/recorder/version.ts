/** The format version of recordings. Raise it only if an older orgkit would misread them. */
export const recordingVersion = 1;
