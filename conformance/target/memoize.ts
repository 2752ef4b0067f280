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
    const found = facts.get(owner) ?? new Map<string, { readonly fact: Fact }>();
    facts.set(owner, found);
    const key = given.join("\n");
    const known = found.get(key) ?? { fact: find(owner, ...given) };
    found.set(key, known);
    return known.fact;
  };
}
