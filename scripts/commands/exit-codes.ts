/** The end of a command's help: what each exit code means there. */
export function exitCodesText(meanings: Readonly<Record<number, string>>): string {
  const lines = Object.entries(meanings).map(([code, meaning]) => `  ${code}  ${meaning}`);
  return ["", "Exit codes:", ...lines].join("\n");
}
