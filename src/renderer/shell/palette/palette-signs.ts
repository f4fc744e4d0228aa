/** A palette query: its first character may select one kind. */
export type Asked = { readonly kind: PaletteKind | null; readonly words: string }

/** Kinds that have a sign. What has none is found by its name only. */
export type PaletteKind = 'action' | 'command' | 'file' | 'run'

/** The signs in the order in which they are shown. */
export const SIGNS: readonly { readonly sign: string; readonly kind: PaletteKind }[] = [
  { sign: '>', kind: 'action' },
  { sign: '/', kind: 'command' },
  { sign: '@', kind: 'file' },
  { sign: '#', kind: 'run' },
]

/** Reads the sign off what was typed. */
export function askedOf(query: string): Asked {
  const text = query.trimStart()
  const kind = SIGNS.find(({ sign }) => text.startsWith(sign))?.kind ?? null
  return { kind, words: kind === null ? query : text.slice(1) }
}

/** Returns the commands of one kind; all without a kind. */
export function ofKind<T extends { readonly kind?: PaletteKind }>(
  commands: readonly T[],
  kind: PaletteKind | null,
): readonly T[] {
  return kind === null ? commands : commands.filter((command) => command.kind === kind)
}
