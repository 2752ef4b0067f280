/** A link to a requirement on its page. @param page relative to where the link stands; empty on the page itself */
export function requirementLink(id: string, page = ""): string {
  return `[${id}](${page}#${id.toLowerCase()})`;
}
