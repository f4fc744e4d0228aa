import { CardId } from '#shared/team/card.ts'

/** The cards a person names: numbers, with or without `#`, between commas or spaces. */
export function readCardNumbers(
  text: string,
): { readonly ok: true; readonly ids: readonly CardId[] } | { readonly ok: false; readonly word: string } {
  const ids: CardId[] = []
  for (const word of text.split(/[\s,，、]+/)) {
    if (word === '') continue
    const id = CardId.safeParse(Number(word.replace(/^#/, '')))
    if (!id.success) return { ok: false, word }
    if (!ids.includes(id.data)) ids.push(id.data)
  }
  return { ok: true, ids }
}
