#!/usr/bin/env node
import { enableCompileCache } from "node:module";

// What was compiled once is not compiled again: half of the time a short command takes.
enableCompileCache();
await import("./cli.ts");
