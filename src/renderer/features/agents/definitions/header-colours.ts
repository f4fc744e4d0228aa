import { RangeSetBuilder } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { isInHeader } from './header-completions.ts'

const mark = (name: string) => Decoration.mark({ class: `cm-syn-${name}` })
const MARKS = { key: mark('key'), str: mark('str'), num: mark('num'), note: mark('note'), fn: mark('fn') }

/** A comment, a key, a text in quotes, a number: what a line of the header is made of. */
const PARTS =
  /(?<note>#.*$)|(?<key>[A-Za-z][\w-]*)(?=\s*:)|(?<str>"[^"]*"|'[^']*')|(?<num>\b\d+(?:\.\d+)?\b)/g

/** Colours the header of a file, and its headings below. */
export const headerColours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = colour(view)
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = colour(update.view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

function colour(view: EditorView): DecorationSet {
  const found = new RangeSetBuilder<Decoration>()
  const { doc } = view.state
  const text = doc.toString()
  for (const { from, to } of view.visibleRanges) {
    for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
      if (isInHeader(text, line.to)) {
        for (const part of line.text.matchAll(PARTS)) {
          const kind = kindOf(part.groups ?? {})
          if (kind !== null)
            found.add(line.from + part.index, line.from + part.index + part[0].length, MARKS[kind])
        }
      } else if (/^#{1,6} /.test(line.text)) found.add(line.from, line.to, MARKS.fn)
      if (line.to >= to || line.number >= doc.lines) break
    }
  }
  return found.finish()
}

function kindOf(groups: Readonly<Record<string, string | undefined>>) {
  const kinds = ['note', 'key', 'str', 'num'] as const
  return kinds.find((kind) => groups[kind] !== undefined) ?? null
}
