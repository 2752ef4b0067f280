/**
 * Memoizes a fact for each owner (a session, a source of exchanges) and arguments, so that everything based on it
 * shares it.
 * @param find finds the fact, by requests if needed
 */
export function memoize<Owner extends object, Arguments extends readonly string[], Fact>(
  find: (owner: Owner, ...given: Arguments) => Fact,
): (owner: Owner, ...given: Arguments) => Fact {
  const facts = new WeakMap<Owner, Map<string, { readonly fact: Fact }>>();
  return (owner, ...given) => {
    const byArguments = facts.get(owner) ?? new Map<string, { readonly fact: Fact }>();
    facts.set(owner, byArguments);
    const key = given.join("\n");
    const entry = byArguments.get(key) ?? { fact: find(owner, ...given) };
    byArguments.set(key, entry);
    return entry.fact;
  };
}
