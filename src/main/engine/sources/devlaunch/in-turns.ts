/** Asks about every item, at most `most` at once; answers in the items' order. Rejects with the first rejection. */
export async function inTurns<Item, Answer>(
  items: readonly Item[],
  most: number,
  ask: (item: Item) => Promise<Answer>
): Promise<Answer[]> {
  const answers: Answer[] = new Array(items.length)
  const queue = items.entries()
  const work = async () => {
    for (const [index, item] of queue) answers[index] = await ask(item)
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work))
  return answers
}
