/** All that @msw/data needs of the global one, for which Node loads its WebSocket client: a third of a start. */
export class MessageEvent<Data> extends Event {
  readonly data: Data;

  constructor(type: string, { data, ...init }: EventInit & { readonly data: Data }) {
    super(type, init);
    this.data = data;
  }
}
