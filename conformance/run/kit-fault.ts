/** orgkit itself failed. It says nothing about a target. */
export class KitFault extends Error {
  override readonly name = "KitFault";
}
