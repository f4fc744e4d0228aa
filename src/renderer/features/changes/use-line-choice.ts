import { useCallback, useState } from 'react'
import type { ChangeHunk } from '#shared/changes/changes.ts'

/** The chosen lines of one hunk, by their positions. */
export type ChosenLines = {
  readonly hunk: string
  readonly lines: ReadonlySet<number>
  readonly last: number
}

/** Lets the person choose changed lines of one hunk at a time. */
export function useLineChoice() {
  const [chosen, setChosen] = useState<ChosenLines | null>(null)
  const choose = useCallback(
    (key: string, hunk: ChangeHunk, position: number, extend: boolean) =>
      setChosen((old) => withLine(old?.hunk === key ? old : null, { key, hunk, position, extend })),
    [],
  )
  return {
    choose,
    clear: () => setChosen(null),
    of: (key: string): ReadonlySet<number> => (chosen?.hunk === key ? chosen.lines : NONE),
  }
}

type Choosing = {
  readonly key: string
  readonly hunk: ChangeHunk
  readonly position: number
  /** Whether all lines from the last chosen one are meant. */
  readonly extend: boolean
}

function withLine(before: ChosenLines | null, { key, hunk, position, extend }: Choosing): ChosenLines | null {
  const lines = new Set(before?.lines)
  if (extend && before !== null) {
    const [from, to] = [Math.min(before.last, position), Math.max(before.last, position)]
    for (let at = from; at <= to; at += 1) if (/^[+-]/.test(hunk.lines[at] ?? '')) lines.add(at)
  } else if (lines.has(position)) lines.delete(position)
  else lines.add(position)
  return lines.size === 0 ? null : { hunk: key, lines, last: position }
}

const NONE: ReadonlySet<number> = new Set()

export type LineChoices = ReturnType<typeof useLineChoice>
