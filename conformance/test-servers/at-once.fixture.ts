/** Runs a task for each item, N at once, since a judge waits most of the time. */
export async function atOnce<Item>(
  lanes: number,
  items: Iterable<Item>,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items].values();
  const lane = async (): Promise<void> => {
    for (const item of waiting) await task(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
