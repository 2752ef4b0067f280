/** How much is written as one text: no list is too long for one, and others have their turn in between. */
const mostItems = 1000;
const mostCharacters = 4 * 1024 * 1024;

/** A list as JSON texts, each of a part of it, in its order; an empty one is one text, too. */
export function* jsonBatches(items: readonly unknown[]): Generator<string> {
  let texts: string[] = [];
  let characters = 0;
  for (const item of items) {
    const text = JSON.stringify(item);
    texts.push(text);
    characters += text.length;
    if (texts.length < mostItems && characters < mostCharacters) continue;
    yield `[${texts.join(",")}]`;
    texts = [];
    characters = 0;
  }
  if (texts.length > 0 || items.length === 0) yield `[${texts.join(",")}]`;
}
