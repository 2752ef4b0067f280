import fc from "fast-check";

/** Property tests draw the same cases in every run, so that only changes of the code make them fail. */
const fixedSeed = 20_261_122;

// `npm run test:properties` draws others.
fc.configureGlobal({ seed: Number(process.env["ORGKIT_TEST_SEED"] ?? fixedSeed) });
