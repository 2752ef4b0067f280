import type { Collection } from "@msw/data";
import type { z } from "zod";
import type { Invoice, Subscription, User } from "../../fixtures/contract/types.ts";
import type { FieldsOf } from "../../fixtures/worlds/builder-defaults.ts";
import { eachKind, type Account, type Kind } from "../service/accounts.ts";
import { findAccount } from "./edits.ts";

/** The record fields of the reference dialect. The document leaves them open (§2). */
export interface IllustrativeShapes {
  readonly users: User;
  readonly subscriptions: Subscription;
  readonly invoices: Invoice;
}

/** Other record fields, by kind: `{ users: { id: string; login: string } }`. */
export type RecordShapes = { readonly [Name in Kind]?: { readonly id: string | number } };

type ShapeOf<Shapes, Name extends Kind> = Name extends keyof Shapes
  ? NonNullable<Shapes[Name]>
  : IllustrativeShapes[Name];

/** The live collections of an account, with the API of `@msw/data`. */
export type Collections<Shapes extends RecordShapes = IllustrativeShapes> = {
  readonly [Name in Kind]: Collection<z.ZodType<ShapeOf<Shapes, Name>, FieldsOf<ShapeOf<Shapes, Name>>>>;
};

export function collectionsOf<Shapes extends RecordShapes>(
  accounts: readonly Account[],
  id: string | undefined,
): Collections<Shapes>;
export function collectionsOf(accounts: readonly Account[], id = accounts[0]?.id ?? ""): unknown {
  const account = findAccount(accounts, id);
  return eachKind((kind) => account[kind]);
}
