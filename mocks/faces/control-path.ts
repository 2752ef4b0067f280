/** Where the control API and the console are. */
export const controlPrefix = "/_orgkit";

export function isControl(url: string | undefined): boolean {
  return url !== undefined && url.startsWith(controlPrefix) && /^(?:$|[/?])/.test(url.slice(controlPrefix.length));
}
