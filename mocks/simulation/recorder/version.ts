/** Of the form of recordings; a new one only where an older orgkit would misread it. */
export const recordingVersion = 1;
