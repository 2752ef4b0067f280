import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { dialectGroups, searchDialect, type DialectKey } from "../explain.ts";
import { dialectValues, state } from "../store/mock.ts";
import { go, route } from "../store/route.ts";
import { Button } from "./button.tsx";
import { SearchField } from "./field.tsx";
import { EmptyState, JsonView, Prose } from "./parts.tsx";

/** The dialect's values at the document's open points, each with what it decides. */
export function DialectPanel() {
  const [wanted = ""] = route.value.rest;
  const search = useSignal(wanted);
  const groups = useComputed(() => dialectGroups(dialectValues.value));
  const found = searchDialect(groups.value, search.value);
  useEffect(() => {
    search.value = wanted;
  }, [wanted]);
  const showAll = (): void => {
    search.value = "";
    go("dialect");
  };
  return (
    <div class="dialect">
      <div class="toolbar">
        <SearchField label="Search the dialect" placeholder="Search keys, values, descriptions" value={search} />
        <p class="grow toolbar-text">
          <strong>{state.value?.dialect.name}</strong> <span class="soft">{state.value?.dialect.description}</span>
        </p>
      </div>
      <div class="scroll" role="region" aria-label="The active dialect" tabIndex={0}>
        {found.length === 0 && (
          <EmptyState title={`No keys match “${search.value}”`}>
            <Button label="Show all keys" onClick={showAll} />
          </EmptyState>
        )}
        {found.map(({ path, description, keys }) => (
          <section key={path} class="dialect-group">
            <h2>{path}</h2>
            {description !== "" && (
              <p class="soft">
                <Prose text={description} />
              </p>
            )}
            <dl>
              {keys.map((key) => (
                <KeyLine key={key.path} {...key} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </div>
  );
}

const maxInLine = 60;

function KeyLine({ path, value, description }: DialectKey) {
  const text = JSON.stringify(value);
  return (
    <div class="key-line">
      <dt>
        <code>{path}</code>
      </dt>
      <dd>
        {typeof value === "object" && text.length > maxInLine ? (
          <details>
            <summary>{Array.isArray(value) ? `${value.length} values` : "Show"}</summary>
            <JsonView text={JSON.stringify(value, null, 2)} isJson />
          </details>
        ) : (
          <code class="value">{text}</code>
        )}
      </dd>
      <dd class="soft">
        <Prose text={description} />
      </dd>
    </div>
  );
}
