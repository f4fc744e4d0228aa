import { RangeSetBuilder, StateEffect, StateField, type Text } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import type { Span, SpanKind } from '../../markdown/highlight/theme.ts'

const mark = (name: SpanKind) => Decoration.mark({ class: `cm-syn-${name}` })

const MARKS: Readonly<Record<SpanKind, Decoration>> = {
  key: mark('key'),
  fn: mark('fn'),
  str: mark('str'),
  num: mark('num'),
  note: mark('note'),
  add: mark('add'),
  del: mark('del'),
}

/** Paints a text in the colours of its language. */
export const paintSpans = StateEffect.define<DecorationSet>()

/** The colours of a text. They move with edits until new ones arrive. */
export const languageColours = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (colours, transaction) => {
    for (const effect of transaction.effects) if (effect.is(paintSpans)) return effect.value
    return colours.map(transaction.changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** Returns the decorations of highlighted lines. */
export function decorationsOf(doc: Text, lines: readonly (readonly Span[])[]): DecorationSet {
  const found = new RangeSetBuilder<Decoration>()
  for (let number = 1; number <= Math.min(doc.lines, lines.length); number += 1) {
    const { from, to } = doc.line(number)
    let at = from
    for (const [text, kind] of lines[number - 1] ?? []) {
      const end = Math.min(to, at + text.length)
      if (kind !== undefined && end > at) found.add(at, end, MARKS[kind])
      at = end
    }
  }
  return found.finish()
}
