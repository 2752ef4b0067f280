import { Document, isCollection, isMap, isPair, isScalar, visit } from "yaml";

/** A value as a person would write it in YAML: what is short and plain on one line. */
export function yamlText(value: unknown): string {
  const document = new Document(value);
  visit(document, {
    Collection: (_, node, path) => {
      const leaves = node.items.map((item) => (isPair(item) ? item.value : item));
      const isPlain = leaves.every((leaf) => isScalar(leaf) || (isCollection(leaf) && leaf.flow === true));
      if (path.length > 3 && isPlain && (!isMap(node) || node.items.length <= 4)) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 110, flowCollectionPadding: true });
}
