const headers = { authorization: "Bearer watched-token-1", "content-type": "application/json" };

/** The text of a world with users of these names. */
export function worldOf(...names: readonly string[]): string {
  const users = names.map((name) => ({ id: `usr_${name}`, name, email: `${name}@watched.example` }));
  const accounts = [{ id: "acct_w", name: "Watched", tokens: ["watched-token-1"], users }];
  return JSON.stringify({ name: "watched", accounts });
}

/** The names of all users of a mock with such a world. */
export async function namesOf(url: string): Promise<readonly unknown[]> {
  const response = await fetch(`${url}/api/v1/users?per_page=100`, { headers });
  const { data = [] }: { data?: { name: string }[] } = await response.json();
  return data.map(({ name }) => name);
}

/** Creates a user of about 1 KB. @returns the status */
export async function createUser(url: string, name: string): Promise<number> {
  const body = JSON.stringify({ name, email: `${name}@watched.example`, note: "x".repeat(1000) });
  return (await fetch(`${url}/api/v1/users`, { method: "POST", headers, body })).status;
}
