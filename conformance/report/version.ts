import metadata from "../../package.json" with { type: "json" };

/** The version of orgkit in reports. */
export const orgkitVersion = metadata.version;
