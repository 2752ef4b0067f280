/** Of the form of capsules; a new one only where an older orgkit would misread it. */
export const capsuleVersion = 1;
