import type { Goal } from "./goals.ts";
import type { Section, Table } from "./section.ts";

/** A table in Markdown, its columns in line with each other. */
export function tableText({ title, columns, texts = [], rows }: Table): string {
  const isText = columns.map((column, index) => index === 0 || texts.includes(column));
  const widths = columns.map((column, index) =>
    Math.max(3, column.length, ...rows.map((row) => (row[index] ?? "").length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, index) => padded(cells[index] ?? "", width, isText[index] === true)).join(" | ")} |`;
  const rule = widths.map((width, index) => (isText[index] === true ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [...(title === undefined ? [] : [`**${title}**`, ""]), line(columns), line(rule), ...rows.map(line)].join(
    "\n",
  );
}

function padded(cell: string, width: number, isText: boolean): string {
  return isText ? cell.padEnd(width) : cell.padStart(width);
}

/** One part of the report: how it was measured, its tables and pictures. */
export function sectionText({ title, method, tables, figures = [] }: Section): string {
  return [
    `## ${title}`,
    method,
    ...tables.map(tableText),
    ...figures.map(({ file, caption }) => `![${caption}](${file})`),
  ].join("\n\n");
}

/** All goals, and whether they are met. */
export function goalsText(goals: readonly Goal[]): string {
  const rows = goals.map(({ name, limit, measured, isMet }) => [name, limit, measured, isMet ? "met" : "**not met**"]);
  const columns = ["goal", "limit", "measured", ""];
  return ["## Goals", tableText({ columns, texts: ["limit", "measured", ""], rows })].join("\n\n");
}
