import { counted } from "../../fixtures/values/text.ts";
import type { Ask } from "../log/experiment.ts";
import type { Facts } from "../log/facts.ts";
import { NotAsked, type Exchange } from "../log/model.ts";
import { readUsers } from "../experiments/walk.ts";
import { findUniqueValues } from "../target/body.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { isWrittenByOthers } from "../log/history.ts";

/** Keeps the users that a run creates within a maximum, however broken the target is. */
export class CreationLimit {
  /** Why no further user was created, if the run may create no more. */
  spent: NotAsked | undefined;
  readonly #facts: Facts;
  readonly #max: number;
  readonly #askForList: Ask;
  #underway = 0;
  /** Creations that were rejected since the list of users was last read: one of them may have created a user. */
  #unverified = 0;
  /** The types of texts that are rejected and create nothing, whatever their size. */
  readonly #harmlessTypes = new Set<string>();
  /** Users that rejected creations created, or may have, without being recognized in a list. */
  #strays = 0;

  constructor(facts: Facts, max: number, askForList: Ask) {
    this.#facts = facts;
    this.#max = max;
    this.#askForList = askForList;
  }

  /** @throws NotAsked if another creation may exceed the maximum */
  reserve(): void {
    const created = this.#created;
    // A faulty target may create several users at a time.
    const each = Math.max(1, Math.ceil(created / Math.max(this.#facts.createdMarkers.size, 1)));
    // Lists may show more users than were created, and rejected requests may have created some.
    const more = (this.#underway + 1) * each;
    if (created + more > this.#max) {
      const most = `a run creates at most ${counted(this.#max, "user")} (--max-created)`;
      const reason = created >= this.#max ? "" : `; ${created} may be there already, and ${more} may follow`;
      this.spent ??= new NotAsked(most + reason, "more-users");
      throw this.spent;
    }
  }

  /** Counts a creation as long as it is under way. */
  during<Value>(creation: Promise<Value>): Promise<Value> {
    this.#underway += 1;
    return creation.finally(() => (this.#underway -= 1));
  }

  /** Counts a creation that nothing shows in a list, as far as the log goes. */
  count({ marker, probe }: Exchange): void {
    const isHarmless = this.#harmlessTypes.has(probe.text?.type ?? "");
    if (marker !== undefined && !isHarmless && !this.#facts.createdMarkers.has(marker)) this.#unverified += 1;
  }

  get #created(): number {
    const { createdMarkers, createdRecords } = this.#facts;
    return Math.max(createdMarkers.size, createdRecords.size) + this.#strays;
  }

  /** The users in the list that other runs of orgkit created, as their unique texts show. */
  async #countUsersOfOtherRuns(): Promise<number> {
    const lists = await readUsers(this.#askForList, this.#facts, "first", "after");
    const marks = lists.flatMap(({ response }) => findUniqueValues(response?.body ?? ""));
    return new Set(marks.filter((mark) => !mark.startsWith(this.#facts.runId))).size;
  }

  /** Looks whether rejected creations created users, before another one could exceed the maximum. */
  async lookForStrays(): Promise<void> {
    const rejected = this.#unverified;
    if (rejected === 0 || this.#created + rejected + this.#underway < this.#max) return;
    this.#unverified = 0;
    const list = await this.#askForList({ operation: "listUsers", place: { moment: "after" } });
    const { log } = this.#facts;
    const total = this.#facts.page(list)?.total;
    const first = log.findIndex(({ marker }) => marker !== undefined);
    const before = this.#facts
      .plain("listUsers")
      .filter(({ number }) => number <= first)
      .flatMap((one) => this.#facts.page(one)?.total ?? []);
    const isReadable = isSuccess(list) && readEnvelope(list.response).data !== undefined;
    const grown = (total ?? Number.NaN) - Math.max(...before) - this.#facts.createdMarkers.size;
    if (!isReadable) this.#strays += rejected;
    else if (grown > 0 && !isWrittenByOthers("listUsers", this.#facts)) {
      const own = grown - (await this.#countUsersOfOtherRuns());
      this.#strays = Math.max(this.#strays, Math.min(own, rejected));
    } else for (const { probe } of log) if (probe.text !== undefined) this.#harmlessTypes.add(probe.text.type);
  }
}
