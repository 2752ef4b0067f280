import metadata from "../package.json" with { type: "json" };

/** The version of orgkit, as reports name it. */
export const orgkitVersion = metadata.version;
