/** The page is ready when users are listed. */
export async function listUsers() {
  const response = await fetch("/api/v1/users", { headers: { authorization: "Bearer aurora-token-4f7a91" } });
  document.title = `listed ${(await response.json()).data.length}`;
}
