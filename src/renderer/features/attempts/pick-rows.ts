import type { Letter, PickedPart } from '#shared/attempts/attempt-events.ts'
import type { AttemptFile, AttemptHunk, AttemptSetView } from '#shared/attempts/attempts.ts'

/** A change of one attempt that can be picked: a hunk, or a whole file for null. */
export type Choice = {
  readonly letter: Letter
  readonly file: AttemptFile
  readonly hunk: AttemptHunk | null
  readonly key: string
}

/** A row of the list of changes: the changes of all attempts at one place of a file. */
export type PickRow = {
  readonly key: string
  readonly path: string
  /** The function around the hunk, or the first line of the base; empty for a whole file. */
  readonly section: string
  readonly line: number
  readonly choices: readonly Choice[]
}

/** Identifies a choice. */
export const choiceKey = (letter: Letter, path: string, hunk: string | null): string =>
  `${letter} ${hunk ?? ''} ${path}`

/** Lines of the base that a hunk replaces: its first and the one after its last. */
function spanOf({ oldStart, lines }: AttemptHunk): readonly [number, number] {
  return [oldStart, oldStart + lines.filter((line) => line.startsWith(' ') || line.startsWith('-')).length]
}

/** Lists what can be picked. Changes that overlap in a file share a row, each attempt at most once. */
export function pickRows({ attempts }: Pick<AttemptSetView, 'attempts'>): readonly PickRow[] {
  const choices = attempts.flatMap(({ letter, changes }) =>
    (changes?.files ?? []).flatMap((file): Choice[] =>
      file.kind === 'modified' && file.hunks.length > 0
        ? file.hunks.map((hunk) => ({ letter, file, hunk, key: choiceKey(letter, file.path, hunk.id) }))
        : [{ letter, file, hunk: null, key: choiceKey(letter, file.path, null) }],
    ),
  )
  const rows: { key: string; path: string; section: string; line: number; end: number; choices: Choice[] }[] =
    []
  const inOrder = choices.toSorted(
    (one, other) =>
      one.file.path.localeCompare(other.file.path) ||
      (one.hunk?.oldStart ?? 0) - (other.hunk?.oldStart ?? 0) ||
      one.letter.localeCompare(other.letter),
  )
  for (const choice of inOrder) {
    const [line, end] = choice.hunk === null ? [0, Number.POSITIVE_INFINITY] : spanOf(choice.hunk)
    const last = rows.at(-1)
    const isShared =
      last !== undefined &&
      last.path === choice.file.path &&
      line < last.end &&
      !last.choices.some(({ letter }) => letter === choice.letter)
    if (isShared) {
      last.choices.push(choice)
      last.end = Math.max(last.end, end)
      continue
    }
    rows.push({
      key: choice.key,
      path: choice.file.path,
      section: choice.hunk?.section ?? '',
      line,
      end,
      choices: [choice],
    })
  }
  return rows
}

/** Turns picked choices into the parts of a call. */
export function partsOf(rows: readonly PickRow[], picked: ReadonlySet<string>): readonly PickedPart[] {
  const parts = new Map<string, { letter: Letter; path: string; hunks: string[] | null }>()
  for (const { letter, file, hunk, key } of rows.flatMap(({ choices }) => choices)) {
    if (!picked.has(key)) continue
    const at = `${letter} ${file.path}`
    const part = parts.get(at) ?? { letter, path: file.path, hunks: hunk === null ? null : [] }
    if (hunk !== null) part.hunks?.push(hunk.id)
    parts.set(at, part)
  }
  return [...parts.values()]
}

/** Returns the choices of the stored pick. */
export function pickedKeys(parts: readonly PickedPart[]): ReadonlySet<string> {
  return new Set(
    parts.flatMap(({ letter, path, hunks }) =>
      hunks === null ? [choiceKey(letter, path, null)] : hunks.map((hunk) => choiceKey(letter, path, hunk)),
    ),
  )
}

/** Counts the lines that a choice adds and removes. */
export function countOf({ file, hunk }: Choice): { readonly added: number; readonly removed: number } {
  if (hunk === null) return { added: file.added, removed: file.removed }
  const count = (mark: string) => hunk.lines.filter((line) => line.startsWith(mark)).length
  return { added: count('+'), removed: count('-') }
}
