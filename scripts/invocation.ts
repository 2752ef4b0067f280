/** How the user calls orgkit here: from a checkout by its npm script, from an installed package by its name. */
export function invocation(): string {
  return import.meta.url.includes("/node_modules/") ? "npx orgkit" : "npm run -s orgkit --";
}
