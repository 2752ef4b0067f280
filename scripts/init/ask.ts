import type { Readable, Writable } from "node:stream";
import {
  type CANCEL_SYMBOL,
  confirm,
  intro,
  isCancel,
  log,
  multiselect,
  outro,
  text,
  updateSettings,
} from "@clack/prompts";
import { expectedUrl, readBaseUrl } from "./base-url.ts";
import { titleOf, tools, type Tool } from "./tools.ts";

/** The output and questions of `orgkit init`. */
export type Screen = Omit<Terminal, "ask"> & Partial<Terminal>;

type Terminal = ReturnType<typeof terminalScreen>;

/** For non-interactive output. */
export function plainScreen(output: Writable): Screen {
  const write = (line: string): void => void output.write(`${line}\n`);
  return {
    begin: (title) => write(`${title}\n`),
    show: (lines) => write(`${lines}\n`),
    end: (line, after) => write(after === undefined ? line : `${line}\n\n${after}`),
  };
}

/** Each question throws an Error named AbortError if the user aborts: Ctrl+C, Ctrl+D, Escape, end of input. */
export function terminalScreen(input: Readable, output: Writable) {
  // Ctrl+D; clack handles Ctrl+C and Escape.
  updateSettings({ aliases: { "\u0004": "cancel" } });
  const ended = new AbortController();
  input.once("end", () => ended.abort());
  const terminal = { input, output, signal: ended.signal };
  return {
    begin: (title: string): void => intro(title, terminal),
    show: (shown: string): void => log.message(shown, terminal),
    /** @param after text without a frame, so that it can be copied */
    end: (line: string, after = ""): void => {
      outro(line, terminal);
      output.write(after === "" ? "" : `${after}\n`);
    },
    ask: {
      /** The tools to set up; those found are preselected. */
      tools: async (found: ReadonlySet<Tool>) => {
        const options = tools.map((value) => ({ value, label: titleOf(value) }));
        const message = "Which tools do you want to set up?";
        return new Set<Tool>(await answered(multiselect({ ...terminal, message, options, initialValues: [...found] })));
      },
      baseUrl: async (suggested: string) => {
        const typed = await answered(
          text({
            ...terminal,
            message: "What is the base URL of the API?",
            placeholder: suggested,
            defaultValue: suggested,
            validate: (given = "") => (readBaseUrl(given) === undefined ? expectedUrl : undefined),
          }),
        );
        return readBaseUrl(typed.trim() || suggested) ?? suggested;
      },
      confirm: (message: string, initialValue: boolean) => answered(confirm({ ...terminal, message, initialValue })),
    },
  };
}

async function answered<Answer>(question: Promise<Answer | typeof CANCEL_SYMBOL>): Promise<Answer> {
  const answer = await question;
  if (isCancel(answer)) throw new DOMException("No answer", "AbortError");
  return answer;
}
