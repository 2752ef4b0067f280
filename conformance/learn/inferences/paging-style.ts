import { certain, isUnset, likely, unset, type Finding } from "../finding.ts";
import { inferencesOf } from "../inference.ts";
import type { Learning } from "../learning.ts";
import { plainList, type ListName } from "../facts/list.ts";
import { position } from "../facts/position.ts";
import { sizeName } from "../facts/size-name.ts";

/** `paging.*.style` and `.parameters`: by which parameters a page is chosen. */
export function pagingStyle<List extends ListName>(list: List) {
  return inferencesOf([
    [`paging.${list}.style`, (learning) => style(learning, list)],
    [`paging.${list}.parameters`, (learning) => parameters(learning, list)],
  ]);
}

async function style(learning: Learning, list: ListName): Promise<Finding> {
  const plain = await plainList(learning, list);
  if (isUnset(plain)) return plain;
  const found = await position(learning, list);
  if (!isUnset(found)) {
    return found.isByName
      ? likely(found.style, found.evidence, `\`${found.name}\` is taken for what it is called`)
      : certain(found.style, found.evidence);
  }
  const { keys, total } = plain.page;
  if (total < 2) return found;
  if (keys.length < total) return unset(`${found.unset}, though only ${keys.length} of ${total} come at once`);
  const size = await sizeName(learning, list);
  if (typeof size === "string") return unset(`${found.unset}, though \`${size}\` sets how many come`);
  return likely("none", [plain.answer], `all ${total} came at once, and no parameter of a known name changes that`);
}

async function parameters(learning: Learning, list: ListName): Promise<Finding> {
  const found = await position(learning, list);
  if (isUnset(found)) return found;
  const size = await sizeName(learning, list);
  const names = found.style === "page" ? { position: "page", size: "size" } : { position: "offset", size: "limit" };
  if (typeof size === "string") return certain({ [names.position]: found.name, [names.size]: size }, found.evidence);
  return likely(
    { [names.position]: found.name },
    found.evidence,
    `the name of the ${names.size} is not known: ${size.unset}`,
  );
}
