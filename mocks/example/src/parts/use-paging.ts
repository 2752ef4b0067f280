import { useSearchParams } from "wouter";
import type { Paging } from "../api/operations.ts";

export const pageSizes = [10, 20, 50];

/** The page of a list, as the address names it: `?page=2&per_page=20`. What cannot be read counts as left out. */
export function usePaging(): Paging {
  const [search] = useSearchParams();
  return { page: readPositive(search.get("page"), 1), perPage: readPositive(search.get("per_page"), 20) };
}

export function pagingSearch({ page, perPage }: Paging): string {
  return `?page=${page}&per_page=${perPage}`;
}

function readPositive(text: string | null, otherwise: number): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : otherwise;
}
