const key = "orgkit-control-token";

/** What of the browser's window the token comes from and is kept in. */
export interface TokenPlaces {
  readonly location: Pick<Location, "hash" | "pathname" | "search">;
  readonly history: Pick<History, "replaceState">;
  readonly storage: Pick<Storage, "getItem" | "setItem">;
}

/**
 * The control token: from the address (`#token=…`, as the mock prints it), from where it is taken away so that it
 * does not end up in a screenshot or a bookmark; or from an earlier load of this page.
 */
export function takeToken({ location, history, storage }: TokenPlaces): string | undefined {
  const given = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (given === undefined) return storage.getItem(key) ?? undefined;
  const token = decodeURIComponent(given);
  storage.setItem(key, token);
  history.replaceState(null, "", location.pathname + location.search);
  return token;
}

/** Keeps a token that was typed in, for this window. */
export function keepToken(token: string, storage: Pick<Storage, "setItem">): void {
  storage.setItem(key, token);
}
