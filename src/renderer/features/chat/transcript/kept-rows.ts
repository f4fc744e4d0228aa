import { createContext, useContext } from 'react'

/** The most rows that stay drawn while they are out of sight. */
const MOST_KEPT = 4

type Kept = { readonly row: string; readonly end: () => Promise<void> }

/** Rows of a transcript that stay drawn out of sight, because a part of them would lose its state. */
export type KeptRows = ReturnType<typeof createKeptRows>

/** Creates the list of kept rows. `changed` is called when it is another one. */
export function createKeptRows(isInSight: (row: string) => boolean, changed: () => void) {
  let kept: readonly Kept[] = []
  /** Those that were told to end. Their rows stay drawn until they have. */
  const ending = new Set<Kept>()
  const staying = () => kept.filter((each) => !ending.has(each))
  const drop = (gone: Kept): void => {
    ending.delete(gone)
    if (!kept.includes(gone)) return
    kept = kept.filter((each) => each !== gone)
    changed()
  }
  const endOldest = (): void => {
    const oldest = staying().find((each) => !isInSight(each.row))?.row
    if (oldest === undefined || namesOf(staying()).length <= MOST_KEPT) return
    for (const each of staying().filter(({ row }) => row === oldest)) {
      ending.add(each)
      each.end().finally(() => drop(each))
    }
  }
  return {
    /** The rows by key, the newest last: those that stay, and those that are about to end. */
    rows: (): readonly string[] => {
      const newest = namesOf(staying()).slice(-MOST_KEPT)
      return namesOf(kept.filter((each) => ending.has(each) || newest.includes(each.row)))
    },
    /**
     * Keeps a row until the answer is called, or until newer ones have taken its place while it is out of sight. Then
     * `end` is called first, so that the part can put its affairs in order.
     */
    keep: (row: string, end: () => Promise<void>): (() => void) => {
      const mine = { row, end }
      kept = [...kept, mine]
      endOldest()
      changed()
      return () => drop(mine)
    },
  }
}

const namesOf = (kept: readonly Kept[]): readonly string[] => [...new Set(kept.map(({ row }) => row))]

/** The kept rows, and the row that is drawn. */
type Keeping = { readonly kept: KeptRows; readonly row: string }

const KeepingContext = createContext<Keeping | null>(null)

export const KeepingProvider = KeepingContext.Provider

/** Returns the function that keeps the row of a component; null where nothing is virtual. */
export function useKeepRow(): ((end: () => Promise<void>) => () => void) | null {
  const keeping = useContext(KeepingContext)
  return keeping === null ? null : (end) => keeping.kept.keep(keeping.row, end)
}
