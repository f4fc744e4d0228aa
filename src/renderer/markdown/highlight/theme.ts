import type { ThemeRegistration } from 'shiki/core'

/** The colour kind of a code span. Each has a token `--color-syn-…`. */
export type SpanKind = 'key' | 'fn' | 'str' | 'num' | 'note' | 'add' | 'del'

/** A piece of a line: its text and, when it is coloured, its kind. */
export type Span = readonly [text: string, kind?: SpanKind]

// The colours only carry the kind out of the highlighter; the window paints with its own tokens.
const MARKERS: Readonly<Record<SpanKind, string>> = {
  key: '#000001',
  fn: '#000002',
  str: '#000003',
  num: '#000004',
  note: '#000005',
  add: '#000006',
  del: '#000007',
}

const SCOPES: Readonly<Record<SpanKind, readonly string[]>> = {
  key: [
    'keyword',
    'storage',
    'constant.language',
    'variable.language',
    'entity.name.tag',
    'support.type.property-name',
  ],
  fn: [
    'entity.name.function',
    'support.function',
    'entity.other.attribute-name',
    'meta.function-call.generic',
  ],
  str: ['string', 'markup.inline.raw', 'constant.other.symbol'],
  num: ['constant.numeric', 'constant.character.escape', 'constant.other.color', 'markup.heading'],
  note: ['comment', 'punctuation.definition.comment', 'markup.quote'],
  add: ['markup.inserted'],
  del: ['markup.deleted'],
}

const PLAIN = [
  'keyword.operator',
  'storage.type.function.arrow',
  'punctuation',
  'string variable',
  'meta.template.expression',
]

/** A theme of markers instead of colours. */
export const MARKER_THEME: ThemeRegistration = {
  name: 'markers',
  type: 'dark',
  fg: '#000000',
  bg: '#ffffff',
  settings: [
    { settings: { foreground: '#000000' } },
    ...Object.entries(SCOPES).map(([kind, scope]) => ({
      scope: [...scope],
      settings: { foreground: MARKERS[kind as SpanKind] },
    })),
    { scope: PLAIN, settings: { foreground: '#000000' } },
    {
      scope: ['keyword.operator.new', 'keyword.operator.expression', 'keyword.operator.logical.python'],
      settings: { foreground: MARKERS.key },
    },
    { scope: ['punctuation.definition.string'], settings: { foreground: MARKERS.str } },
    { scope: ['punctuation.definition.comment'], settings: { foreground: MARKERS.note } },
  ],
}

/** Returns the kind of a marker colour. */
export function kindOf(marker: string | undefined): SpanKind | null {
  const found = Object.entries(MARKERS).find(([, colour]) => colour === marker?.toLowerCase())
  return found === undefined ? null : (found[0] as SpanKind)
}
