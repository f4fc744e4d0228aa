/**
 * Asks one at a time. However often it is wanted while one is on its way, it is asked once more afterwards, and whoever
 * wants it waits until nothing is on its way any more: what they want to see is there then.
 */
export function oneAsking(ask: () => Promise<void>): () => Promise<void> {
  let going: Promise<void> | null = null
  let again = false
  const askAll = async (): Promise<void> => {
    do {
      again = false
      await ask()
    } while (again)
  }
  return () => {
    if (going !== null) {
      again = true
      return going
    }
    going = askAll().finally(() => {
      going = null
    })
    return going
  }
}
