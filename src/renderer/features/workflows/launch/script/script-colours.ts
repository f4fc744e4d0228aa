import { syntaxTree } from '@codemirror/language'
import { RangeSetBuilder } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'

const mark = (name: string) => Decoration.mark({ class: `cm-syn-${name}` })

const MARKS = { key: mark('key'), fn: mark('fn'), str: mark('str'), num: mark('num'), note: mark('note') }

const LEAVES: Readonly<Record<string, keyof typeof MARKS>> = {
  String: 'str',
  TemplateString: 'str',
  RegExp: 'str',
  Number: 'num',
  LineComment: 'note',
  BlockComment: 'note',
  BooleanLiteral: 'key',
  null: 'key',
  this: 'key',
}

/** The words of the language are nodes named by themselves. */
const KEYWORDS = new Set(
  'export import const let var function async await return if else for of in while do break continue new typeof instanceof try catch finally throw switch case default class extends yield delete void static'.split(
    ' ',
  ),
)

/** Colours what is in sight by the syntax tree; the colours themselves are in the editor's theme. */
export const scriptColours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = colour(view)
    }

    update(update: ViewUpdate): void {
      const parsed = syntaxTree(update.startState) !== syntaxTree(update.state)
      if (update.docChanged || update.viewportChanged || parsed) this.decorations = colour(update.view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

function colour(view: EditorView): DecorationSet {
  const found = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        const kind = KEYWORDS.has(node.name) ? 'key' : LEAVES[node.name]
        if (kind !== undefined) {
          found.add(node.from, node.to, MARKS[kind])
          return false
        }
        const parent = node.node.parent
        const called = parent?.name === 'CallExpression' && parent.from === node.from
        const method = node.name === 'PropertyName' && parent?.parent?.name === 'CallExpression'
        if ((called && node.name === 'VariableName') || method) found.add(node.from, node.to, MARKS.fn)
        return undefined
      },
    })
  }
  return found.finish()
}
