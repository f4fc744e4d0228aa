/** Asks one at a time. However often it is wanted while one is on its way, it is asked once more afterwards. */
export function oneAsking(ask: () => Promise<void>): () => Promise<void> {
  let asking = false
  let again = false
  return async () => {
    if (asking) {
      again = true
      return
    }
    asking = true
    try {
      do {
        again = false
        await ask()
      } while (again)
    } finally {
      asking = false
    }
  }
}
