/**
 * Serialises requests. Requests made during a running one cause a single repeat, and all callers wait until
 * it is done, so that the result covers them.
 */
export function serialRefresh(ask: () => Promise<void>): () => Promise<void> {
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
