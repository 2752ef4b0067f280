import { test } from "@playwright/test";

test("nothing", () => {});
