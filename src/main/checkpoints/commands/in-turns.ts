import { setImmediate as nextTurn } from 'node:timers/promises'

/** Items per turn of the event loop: about a millisecond of simple work. */
const A_TURN = 2_000

/** Does something for each of very many, and lets others have their turn in between. */
export async function inTurns<Item>(items: Iterable<Item>, each: (item: Item) => void): Promise<void> {
  let done = 0
  for (const item of items) {
    each(item)
    done += 1
    if (done % A_TURN === 0) await nextTurn()
  }
}
