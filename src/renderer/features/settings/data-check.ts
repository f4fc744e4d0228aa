import type { CheckPiece, IndexedPart } from '#shared/search/check.ts'

/** The progress and findings of a data check. */
export type DataCheck = {
  readonly done: number
  readonly pieces: number
  readonly database: { readonly tables: number; readonly problems: readonly string[] }
  readonly index: { readonly tables: number; readonly problems: readonly string[] }
  readonly parts: readonly IndexedPart[]
}

export const NOTHING_CHECKED: DataCheck = {
  done: 0,
  pieces: 0,
  parts: [],
  database: { tables: 0, problems: [] },
  index: { tables: 0, problems: [] },
}

/** Returns the check after one more piece. */
export function checkedWith(check: DataCheck, { pieces, where, problems, part }: CheckPiece): DataCheck {
  const next = { ...check, done: check.done + 1, pieces }
  if (part !== null) return { ...next, parts: [...check.parts, part] }
  const { tables, problems: known } = check[where]
  return { ...next, [where]: { tables: tables + 1, problems: [...known, ...problems] } }
}
