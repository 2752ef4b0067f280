import { useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { dialectGroups, searchDialect, type DialectKey } from "../../dialect-keys.ts";
import { dialectValues, state } from "../../store/mock-state.ts";
import { go, route } from "../../store/route.ts";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { SearchField } from "../parts/field.tsx";
import { JsonView } from "../parts/json-view.tsx";
import { Prose } from "../parts/prose.tsx";

/** The answers in force at the document's open points, each with what it settles. */
export function DialectPanel(): JSX.Element {
  const search = useSignal(route.value.rest[0] ?? "");
  const groups = useComputed(() => dialectGroups(dialectValues.value));
  const found = useComputed(() => searchDialect(groups.value, search.value));
  useEffect(() => {
    search.value = route.value.rest[0] ?? "";
  }, [route.value.rest[0]]);
  const showAll = (): void => {
    search.value = "";
    go("dialect");
  };
  return (
    <div class="dialect">
      <div class="toolbar">
        <SearchField
          label="Search the dialect"
          placeholder="Search keys, values, descriptions"
          value={search.value}
          onInput={(text) => {
            search.value = text;
          }}
        />
        <p class="grow toolbar-text">
          <strong>{state.value?.dialect.name}</strong> <span class="soft">{state.value?.dialect.description}</span>
        </p>
      </div>
      <div class="scroll" role="region" aria-label="The dialect in force" tabIndex={0}>
        {found.value.length === 0 && (
          <EmptyState title={`Nothing in the dialect holds “${search.value}”`}>
            <Button label="Show all keys" onClick={showAll} />
          </EmptyState>
        )}
        {found.value.map(({ name, description, keys }) => (
          <section key={name} class="dialect-group">
            <h2>{name}</h2>
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

function KeyLine({ path, value, description }: DialectKey): JSX.Element {
  const isLong = typeof value === "object" && value !== null && JSON.stringify(value).length > 60;
  return (
    <div class="key-line">
      <dt>
        <code>{path}</code>
      </dt>
      <dd>
        {isLong ? (
          <details>
            <summary>{Array.isArray(value) ? `${value.length} values` : "Show"}</summary>
            <JsonView text={JSON.stringify(value, null, 2)} isJson />
          </details>
        ) : (
          <code class="value">{JSON.stringify(value)}</code>
        )}
      </dd>
      <dd class="soft">
        <Prose text={description} />
      </dd>
    </div>
  );
}
