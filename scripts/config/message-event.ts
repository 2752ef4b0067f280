/**
 * The only part of MessageEvent that @msw/data needs. Node would load its WebSocket client for the global one, which
 * takes a third of a start.
 */
export class MessageEvent<Data> extends Event {
  readonly data: Data;

  constructor(type: string, { data, ...init }: EventInit & { readonly data: Data }) {
    super(type, init);
    this.data = data;
  }
}
