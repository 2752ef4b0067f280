/* oxlint-disable no-unused-vars -- tests.js is added at the end */
import { expect } from "vitest";
import { createTest } from "orgkit/vitest";

const test = createTest();
const headers = { authorization: "Bearer bench-token-1", "content-type": "application/json" };
