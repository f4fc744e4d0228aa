import type { IconName } from '../ui/base/icon-shapes.tsx'
import type { MarkState } from '../ui/controls/Mark.tsx'
import type { PaletteKind } from './palette/palette-signs.ts'

/** One line of the palette. */
export type Command = {
  readonly id: string
  /** The kind, for filtered queries. Missing: found by name only. */
  readonly kind?: PaletteKind
  readonly group: string
  readonly name: string
  readonly hint: string
  readonly symbol: { readonly icon: IconName } | { readonly mark: MarkState } | null
  readonly keys?: readonly string[]
  readonly run: () => void
}

/** A part of a name; `hit` parts are what was typed. */
export type NamePart = { readonly text: string; readonly hit: boolean }

export type Found = { readonly command: Command; readonly parts: readonly NamePart[] }

/** The commands whose name or hint holds every word of the query. Names that start with it come first. */
export function findCommands(commands: readonly Command[], query: string, most: number): readonly Found[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const fits = commands.filter((command) => {
    const text = `${command.name} ${command.hint}`.toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
  const groups = [...new Set(commands.map((command) => command.group))]
  return fits
    .map((command) => ({ command, rank: rankOf(command.name, query) }))
    .toSorted((left, right) => {
      const byGroup = groups.indexOf(left.command.group) - groups.indexOf(right.command.group)
      return byGroup === 0 ? left.rank - right.rank : byGroup
    })
    .slice(0, most)
    .map(({ command }) => ({ command, parts: partsOf(command.name, words) }))
}

/** 0: the name starts with the query; 1: a word of it does; 2: it is somewhere. */
function rankOf(name: string, query: string): number {
  const at = name.toLocaleLowerCase().indexOf(query.toLocaleLowerCase().trim())
  if (at === 0) return 0
  return at > 0 && name[at - 1] === ' ' ? 1 : 2
}

function partsOf(name: string, words: readonly string[]): readonly NamePart[] {
  const lower = name.toLocaleLowerCase()
  const hits = words
    .map((word) => ({ from: lower.indexOf(word), to: lower.indexOf(word) + word.length }))
    .filter(({ from }) => from >= 0)
    .toSorted((left, right) => left.from - right.from)
  const parts: NamePart[] = []
  let at = 0
  for (const { from, to } of hits) {
    if (from < at) continue
    if (from > at) parts.push({ text: name.slice(at, from), hit: false })
    parts.push({ text: name.slice(from, to), hit: true })
    at = to
  }
  if (at < name.length) parts.push({ text: name.slice(at), hit: false })
  return parts
}
