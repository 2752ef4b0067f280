import {
  hasId,
  isList,
  listOperationIds,
  operations,
  type ListOperationId,
  type OperationId,
} from "../../fixtures/contract/operations.ts";
import { findIdentity, type Identity, canonical, findReferences, isCount } from "./records.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { knownIds, type Target } from "../target/target.ts";
import { isAcceptedCreation, isPlain, readRecords, isKnownId } from "./exchanges.ts";
import type { AccountName, Exchange, Page } from "./model.ts";
import { readPaging, type Paging } from "./paging.ts";
import type { Credentials } from "../target/credentials.ts";

/** Two ids show whether each returns its own record. */
const enoughIds = 2;

interface Known {
  readonly target: Target;
  readonly runId: string;
  readonly hasSecond: boolean;
  /** Milliseconds to wait, in total, for created users to appear. */
  readonly patience: number;
}

/** What the log shows of a target, for experiments and rules. */
export class Facts {
  readonly target: Target;
  readonly runId: string;
  readonly hasSecond: boolean;
  /** Milliseconds after which every copy of a list has a created user. */
  readonly patience: number;
  readonly #log: readonly Exchange[];
  readonly #memo = new Map<string, unknown>();
  /** What identifies the records of a list, by the exchanges that show it. */
  readonly #identities = new Map<string, Identity>();
  readonly #pages = new WeakMap<Exchange, { identity: Identity | undefined; page: Page | undefined }>();
  #length = 0;
  #patienceLeft: number;

  constructor(log: readonly Exchange[], { target, runId, hasSecond, patience }: Known) {
    this.#log = log;
    this.target = target;
    this.runId = runId;
    this.hasSecond = hasSecond;
    this.patience = patience;
    this.#patienceLeft = patience;
  }

  /** Whether the run may still wait this long for a created user: one deadline for all of them. */
  takePatience(milliseconds: number): boolean {
    if (this.#patienceLeft < milliseconds) return false;
    this.#patienceLeft -= milliseconds;
    return true;
  }

  /** Takes as much of it as there is, up to this. @returns milliseconds */
  takeRestOfPatience(milliseconds: number): number {
    const taken = Math.min(milliseconds, this.#patienceLeft);
    this.#patienceLeft -= taken;
    return taken;
  }

  get log(): readonly Exchange[] {
    return this.#log;
  }

  /** The exchanges of an operation; of one account, or with other credentials, if these are given. */
  exchanges(operation: OperationId, as?: Credentials): readonly Exchange[] {
    return this.once(`of ${operation} ${as ?? ""}`, () =>
      this.#log.filter((one) => one.operation === operation && (as === undefined || one.as === as)),
    );
  }

  /** The exchanges of an experiment, also of its repetitions. */
  experiment(experiment: string): readonly Exchange[] {
    return this.#log.filter((exchange) => exchange.experiment === experiment);
  }

  /** The successes of the plain request. */
  plain(operation: OperationId, account: AccountName = "first"): readonly Exchange[] {
    return this.once(`plain ${operation} ${account}`, () =>
      this.exchanges(operation, account).filter((exchange) => isPlain(exchange) && isSuccess(exchange)),
    );
  }

  /** The first page of the plain request that succeeded first. */
  firstPage(operation: ListOperationId, account: AccountName = "first"): Page | undefined {
    const [plain] = this.plain(operation, account);
    return plain && this.page(plain);
  }

  /** Whether the valid token succeeds on an operation. */
  isTokenValidFor(operation: OperationId, account: AccountName = "first"): boolean {
    return this.plain(operation, account).length > 0;
  }

  /** Whether the token of an account succeeded anywhere. */
  isTokenValid(account: AccountName): boolean {
    return this.once(`accepted ${account}`, () => this.#log.some((one) => one.as === account && isSuccess(one)));
  }

  /** Whether an account can be compared: its token was given, and was not rejected each time. */
  get hasSecondAccount(): boolean {
    return this.hasSecond && (this.isTokenValid("second") || !this.#log.some(({ as }) => as === "second"));
  }

  /** The known ids of an operation that a record was returned for. */
  readableIds(operation: OperationId): readonly string[] {
    return this.ids(operation).filter((id) => this.record(operation, id) !== undefined);
  }

  /**
   * The given ids of an account; where these are fewer than two, for the first account also those that lists name and
   * that a record was returned for.
   */
  ids(operation: OperationId, account: AccountName = "first"): readonly string[] {
    if (!hasId(operation)) return [];
    const unknown = this.unknownIds(operation, account);
    const given = this.#givenIds(operation, account).filter((id) => !unknown.includes(id));
    if (account === "second") return given;
    if (given.length >= enoughIds) return given;
    return [...given, ...this.#foundIds(operation)].slice(0, enoughIds);
  }

  #givenIds(operation: OperationId, account: AccountName): readonly string[] {
    const { secondIds } = this.target;
    const given = account === "first" ? knownIds(this.target, operation) : secondIds[operations[operation].record];
    return [...new Set(given)];
  }

  /** The given ids that the target does not know: each plain request for one was rejected, although the token is valid. */
  unknownIds(operation: OperationId, account: AccountName = "first"): readonly string[] {
    return this.once(`unknown ids ${operation} ${account}`, () => {
      if (!hasId(operation) || !this.isTokenValid(account)) return [];
      return this.#givenIds(operation, account).filter((id) => {
        const plain = this.exchanges(operation, account).filter((one) => one.probe.id === id && isPlain(one));
        return plain.length > 0 && plain.every(({ response }) => isUnknownId(response?.status));
      });
    });
  }

  /** Ids that records of the first account name, as in `subscriptionId`, and that nobody has asked for yet. */
  candidateIds(operation: OperationId): readonly string[] {
    const lists = listOperationIds.flatMap((list) => this.plain(list).slice(0, 1)).map(readRecords);
    const ids = findReferences(lists.flat(), operations[operation].record);
    const requestedIds = new Set(this.exchanges(operation).flatMap((one) => one.probe.id ?? []));
    return [...new Set(ids)].filter((id) => !requestedIds.has(id) && !knownIds(this.target, operation).includes(id));
  }

  #foundIds(operation: OperationId): readonly string[] {
    return this.once(`found ${operation}`, () => {
      const given = knownIds(this.target, operation);
      const served = this.exchanges(operation).filter(
        (one) => one.place.isFound === true && readRecords(one).length === 1,
      );
      return [...new Set(served.flatMap((one) => one.probe.id ?? []))].filter((id) => !given.includes(id));
    });
  }

  /** The first record that was returned for a known id. */
  record(operation: OperationId, id: string): Exchange | undefined {
    return this.once(`record ${operation} ${id}`, () =>
      this.exchanges(operation, "first").find(
        (one) => isKnownId(one) && this.requestedId(one) === id && readRecords(one).length === 1,
      ),
    );
  }

  /** The id that an exchange asked for. */
  requestedId({ probe, operation }: Exchange): string | undefined {
    return probe.id ?? (hasId(operation) ? this.ids(operation)[0] : undefined);
  }

  /** The page in a response; `undefined` if it is no success with an envelope. */
  page(exchange: Exchange): Page | undefined {
    const identity = isList(exchange.operation) ? this.identity(exchange.operation) : undefined;
    const cached = this.#pages.get(exchange);
    if (cached !== undefined && cached.identity === identity) return cached.page;
    const page = this.#readPage(exchange, identity);
    this.#pages.set(exchange, { identity, page });
    return page;
  }

  /** The pages in those of some responses that have one. */
  pages(exchanges: readonly Exchange[]): readonly Page[] {
    return exchanges.flatMap((one) => this.page(one) ?? []);
  }

  #readPage(exchange: Exchange, identity: Identity | undefined): Page | undefined {
    const { data, meta } = isSuccess(exchange) ? readEnvelope(exchange.response) : {};
    const [number, total] = [meta?.["page"], meta?.["total"]];
    if (data === undefined || !isCount(number) || !isCount(total)) return undefined;
    const keys = identity?.identify(data) ?? data.map(canonical);
    const entries = data.map((record, index) => ({ key: keys[index] ?? "", record }));
    return { exchange, records: data, keys, entries, number, total };
  }

  /** How long a response usually takes, in milliseconds. */
  get usualTime(): number {
    return this.once("usual time", () => {
      const times = this.#log.flatMap(({ response }) => response?.ms ?? []).toSorted((one, other) => one - other);
      return times[Math.floor(times.length / 2)] ?? 0;
    });
  }

  /**
   * Whether a service seems to have waited in vain: it failed after more than a second, or responded after more than
   * five, and ten times as long as usual. A busy machine is slower than that rarely, and does not fail.
   */
  isSlow({ response }: Exchange): boolean {
    const { ms = 0, status = 0 } = response ?? {};
    return ms > (status >= 500 ? 1000 : 5000) && ms > 10 * this.usualTime;
  }

  /** What identifies the records of a list. */
  identity(operation: ListOperationId): Identity {
    return this.once(`identity ${operation}`, () => {
      const [first, again] = this.plain(operation);
      const [other] = this.plain(operation, "second");
      const shownBy = [operation, first?.number, again?.number, other?.number].join();
      const known = this.#identities.get(shownBy);
      if (known !== undefined) return known;
      const lists = [first, other].flatMap((one) => (one === undefined ? [] : [readRecords(one)]));
      const identity = findIdentity(
        lists.filter(({ length }) => length > 0),
        again && readRecords(again),
      );
      this.#identities.set(shownBy, identity);
      return identity;
    });
  }

  paging(operation: ListOperationId): Paging {
    return this.once(`paging ${operation}`, () => readPaging(operation, this.firstPage(operation), this));
  }

  /** Whether parameters that nobody knows change nothing: they are not rejected, and do not filter all records out. */
  ignoresUnknown(operation: OperationId): boolean {
    return this.once(`unknown ${operation}`, () => {
      const isEmpty = this.plain(operation).every((exchange) => readRecords(exchange).length === 0);
      return this.exchanges(operation).some(
        (one) => one.place.trial?.role === "unknown" && isSuccess(one) && (isEmpty || readRecords(one).length > 0),
      );
    });
  }

  /** The unique texts of all creations that succeeded, may have, or whose users a list shows. */
  get createdMarkers(): ReadonlySet<string> {
    return this.once("created", () => {
      const markers = new Set<string>();
      for (const exchange of this.#log) {
        if (exchange.marker === undefined) continue;
        const isUnknown =
          exchange.noReply !== undefined && !["refused", "unknown-host", "not-sent"].includes(exchange.noReply.kind);
        const isUnseen = exchange.as === "second" && (exchange.response?.status ?? 0) >= 500;
        if (isUnknown || isUnseen || isAcceptedCreation(exchange)) markers.add(exchange.marker);
      }
      for (const marker of this.listedMarkers) markers.add(marker);
      return markers;
    });
  }

  /** The records of lists that have a unique text of this run. */
  get createdRecords(): ReadonlySet<string> {
    return this.once("created records", () => {
      const lists = this.exchanges("listUsers").filter(({ response }) => response?.body.includes(this.runId));
      const pages = this.pages(lists);
      const own = pages.flatMap(({ entries }) => entries.filter(({ record }) => this.isCreated(record)));
      return new Set(own.map(({ key }) => key));
    });
  }

  /** Whether a record has a unique text of this run. */
  isCreated(record: unknown): boolean {
    return JSON.stringify(record).includes(this.runId);
  }

  /** The unique texts of this run that lists of users show. */
  get listedMarkers(): ReadonlySet<string> {
    return this.once("listed", () => {
      const pattern = new RegExp(`${this.runId}-[\\da-f]{8}`, "g");
      const lists = this.#log.filter(({ operation }) => operations[operation].shape === "list");
      return new Set(lists.flatMap(({ response }) => response?.body.match(pattern) ?? []));
    });
  }

  /** The cookies in responses to the first account, by name. */
  get sessionCookies(): readonly (readonly [string, string])[] {
    return this.once("cookies", () => {
      const cookies = this.#log
        .filter((exchange) => exchange.as === "first" && isSuccess(exchange))
        .flatMap(({ response }) => (response?.headers["set-cookie"] ?? "").split(/,\s*(?=[^;,\s]+=)/))
        .flatMap((cookie) => {
          const [, name, value] = /^\s*([^=;]+)=([^;]+)/.exec(cookie) ?? [];
          return name === undefined || value === undefined ? [] : [[name, value] as const];
        });
      // Later responses have them redacted.
      return [...new Map(cookies.toReversed())];
    });
  }

  /** Forgets what was read of exchanges that were replaced since. */
  forget(): void {
    this.#memo.clear();
  }

  /** What is read once, until the log grows. A name always stands for values of one type. */
  once<Value>(name: string, read: () => Value): Value {
    if (this.#length !== this.#log.length) this.#memo.clear();
    this.#length = this.#log.length;
    const memo = this.#memo.get(name);
    if (isMemo<Value>(memo)) return memo.value;
    const value = read();
    if (this.#length === this.#log.length) this.#memo.set(name, new Memo(value));
    return value;
  }
}

class Memo<Value> {
  readonly value: Value;

  constructor(value: Value) {
    this.value = value;
  }
}

function isMemo<Value>(memo: unknown): memo is Memo<Value> {
  return memo instanceof Memo;
}

/** Whether a status rejects an id: the record is not there, or not this account's. */
function isUnknownId(status = 0): boolean {
  return [400, 403, 404, 410, 422].includes(status);
}
