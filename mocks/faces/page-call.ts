import type { Page } from "@playwright/test";
import type { Simulation } from "../simulation/simulation.ts";
import { callByFetch, type SentCall } from "./face-calls.ts";

/** What a page saw of a reply. */
export interface PageReply {
  /** 0 where no whole reply came, and where it was a redirect: a page is not told where to. */
  readonly status: number;
  readonly body: string;
}

const noReply: PageReply = { status: 0, body: "" };

/** A call made by a page, by `fetch`, to the simulation behind it. It ends, too, where the simulation lets it hang. */
export async function callFromPage(
  page: Page,
  { journal }: Simulation,
  call: SentCall & { readonly url: string },
): Promise<PageReply> {
  const answered = page.evaluate(callByFetch, call);
  const hung = Promise.withResolvers<undefined>();
  const end = journal.subscribe(({ reply }) => {
    if (reply.delivery?.end === "never") hung.resolve(undefined);
  });
  const answer = await Promise.race([answered, hung.promise]).finally(end);
  // What hangs ends with its page, when nobody asks for it any more.
  if (answer === undefined) answered.catch(() => undefined);
  return answer === undefined || "broken" in answer ? noReply : { status: answer.status, body: answer.body };
}
