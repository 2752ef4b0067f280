import { Command } from "commander";
import { publicFolder } from "../init/public-folder.ts";
import { planWorkerScript, type WorkerScriptPlan } from "../init/worker-script.ts";

interface InitFlags {
  readonly publicDir?: string;
  readonly dryRun?: boolean;
}

const words: Readonly<Record<WorkerScriptPlan["action"], string>> = {
  create: "create  ",
  replace: "replace ",
  keep: "keep    ",
};

/** `orgkit init`: puts the worker script where a frontend project serves it from. */
export function initCommand(): Command {
  return new Command("init")
    .summary("set a frontend project up for the browser's worker")
    .description(
      "Puts the worker script that orgkit/browser needs into the public folder of the project in this folder.",
    )
    .option("--public-dir <folder>", "the folder that is served as it is (default: found by the framework, or public)")
    .option("--dry-run", "only say what would be written")
    .action((flags: InitFlags) => {
      const project = process.cwd();
      const plan = planWorkerScript(project, flags.publicDir ?? publicFolder(project));
      if (flags.dryRun !== true) plan.apply();
      process.stdout.write(
        `${[`${words[plan.action]}${plan.path}${flags.dryRun === true ? " (not written)" : ""}`, ...next].join("\n")}\n`,
      );
    });
}

const next = [
  "",
  "Then start the service before your application, in development only:",
  "",
  '  import { createSimulation } from "orgkit";',
  '  import { setupWorker } from "orgkit/browser";',
  "",
  '  const simulation = await createSimulation({ world: "demo" });',
  '  await setupWorker(simulation, { baseUrl: "https://api.example" }).start();',
];
