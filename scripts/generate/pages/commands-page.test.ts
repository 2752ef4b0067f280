import { beforeAll, describe, expect, test } from "vitest";
import { commands } from "../../commands/commands.ts";
import { commandsPage } from "./commands-page.ts";

let page = "";

beforeAll(async () => {
  page = await commandsPage();
});

function sectionOf(name: string): string {
  return page.split(`\n## orgkit ${name}\n`)[1]?.split("\n## ")[0] ?? "";
}

describe.each(Object.entries(commands))("orgkit %s", (name, load) => {
  test("is listed, and told with its arguments and flags", async () => {
    const command = (await load()).default("");
    expect(page).toContain(`| [\`orgkit ${name}\`](#orgkit-${name}) | ${command.summary()} |`);
    expect(sectionOf(name)).toContain(`\n\`\`\`sh\norgkit ${name} ${command.usage()}\n\`\`\`\n`);
    for (const argument of command.registeredArguments) expect(sectionOf(name)).toContain(argument.name());
    for (const { flags } of command.options) expect(sectionOf(name)).toContain(flags.replaceAll("|", String.raw`\|`));
  });
});

test.each([
  [
    "mock",
    "| `-p, --port <number>` | the port to listen on; 0 picks a free one | `4010` | `ORGKIT_PORT`, `PORT` | `port` |",
  ],
  [
    "mock",
    "| `--watch` | take over an edited world, dialect or config without losing what was done |  | `ORGKIT_WATCH` |",
  ],
  ["learn", "| `ORGKIT_LEARN_WORLD` | `world` |"],
  ["diff", "| `<A>` | a base URL, a dialect or a report.json |"],
  ["conform", "| `[BASE_URL]` | where the interface is, without /api/v1 (env: ORGKIT_BASE_URL) |"],
  ["explain", "| `[NAME]` | for instance ENV-04, paging.users.oversize, latency |\n"],
])("of %s it tells: %s", (name, row) => {
  expect(sectionOf(name)).toContain(row);
});

test("a command without a section in the config file has no keys", () => {
  expect(sectionOf("merge")).toContain("| flag |  | default | environment |\n");
});
