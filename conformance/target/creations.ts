/** The default of the maximum number of created users. */
export const maxCreated = { conform: 4, learn: 4 } as const;

/** How a report describes a creation without a response. */
export const shownInWords = {
  list: "no response, but the list of users shows one more",
  nothing: "possibly: neither a response nor a list shows",
} as const;
