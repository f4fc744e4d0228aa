import { defaultKeymap, history, historyField, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { EditorSelection, EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import type { Highlighter } from '../../markdown/highlight/highlighter.ts'
import { CODE_THEME } from '../../ui/base/code-theme.ts'
import { decorationsOf, languageColours, paintSpans } from './language-colours.ts'
import { nextMatch } from './next-match.ts'

type EditorDeps = {
  readonly parent: HTMLElement
  readonly label: string
  /** The language of its colours; null for none. */
  readonly language: string | null
  readonly text: string
  readonly editable: boolean
  /** The memory of an earlier editor of the file, with its undo history; null for a new one. */
  readonly before: EditorMemory | null
  readonly highlighter: Pick<Highlighter, 'highlight'>
  readonly after: (ms: number, run: () => void) => () => void
  readonly keys: EditorKeys
  readonly onText: (text: string) => void
}

type EditorKeys = {
  readonly onSave: () => void
  readonly onFind: () => void
  readonly onFindNext: (back: boolean) => void
  readonly onAdd: () => void
}

/** The text, selection and undo history of an editor. */
export type EditorMemory = ReturnType<EditorState['toJSON']>

/** A selection as lines of the file, from 1. `text` is empty when nothing is selected. */
export type SelectedLines = { readonly from: number; readonly to: number; readonly text: string }

/** The name of selected lines: `src/tide.ts:3-5`. */
export const linesName = (path: string, { from, to }: SelectedLines): string =>
  `${path}:${from === to ? from : `${from}-${to}`}`

export type FileEditor = ReturnType<typeof createFileEditor>

/** Milliseconds after the last keystroke before the colours are found again. */
const COLOURS_AFTER_MS = 150

/** Creates the editor of a project file in the app's colours. The caller closes it. */
export function createFileEditor(deps: EditorDeps) {
  const { parent, language, text, before, onText } = deps
  let cancel = () => {}
  const view: EditorView = new EditorView({
    parent,
    state: stateOf(deps, (next) => {
      onText(next)
      cancel()
      cancel = deps.after(COLOURS_AFTER_MS, paint)
    }),
  })

  function paint(): void {
    if (language === null) return
    const { doc } = view.state
    void deps.highlighter.highlight(doc.toString(), language).then((lines) => {
      if (lines === null || view.state.doc !== doc) return
      view.dispatch({ effects: paintSpans.of(decorationsOf(doc, lines)) })
    })
  }

  const select = (from: number, to: number) =>
    view.dispatch({
      selection: EditorSelection.single(from, to),
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    })

  if (before !== null && view.state.doc.toString() !== text) replace(view, text)
  paint()
  return {
    /** Shows another text: the file was read again. Undo brings the earlier one back. */
    setText: (next: string): void => {
      if (next === view.state.doc.toString()) return
      replace(view, next)
    },
    /** Moves the cursor to a line and takes the focus. */
    showLine: (line: number): void => {
      const { doc } = view.state
      const { from } = doc.line(Math.max(1, Math.min(doc.lines, line)))
      select(from, from)
      view.focus()
    },
    /** Selects the next match of words, or the one before. Returns false without a match. */
    find: (words: string, back: boolean, isNew: boolean): boolean => {
      const { doc, selection } = view.state
      const at = isNew ? selection.main.from : back ? selection.main.from : selection.main.to
      const found = nextMatch(doc.toString(), words, at, back)
      if (found !== null) select(found, found + words.length)
      return found !== null
    },
    selected: (): SelectedLines => {
      const { doc, selection } = view.state
      const { from, to } = selection.main
      const last = doc.lineAt(to)
      // A selection that ends at the start of a line does not hold this line.
      const end = to > from && last.from === to ? last.number - 1 : last.number
      return { from: doc.lineAt(from).number, to: end, text: doc.sliceString(from, to) }
    },
    memory: (): EditorMemory => view.state.toJSON(REMEMBERED),
    focus: () => view.focus(),
    close: () => {
      cancel()
      view.destroy()
    },
  }
}

/** Replaces what differs, so that the cursor stays. */
function replace(view: EditorView, next: string): void {
  const old = view.state.doc.toString()
  let from = 0
  while (from < old.length && from < next.length && old[from] === next[from]) from += 1
  let [to, end] = [old.length, next.length]
  while (to > from && end > from && old[to - 1] === next[end - 1]) {
    to -= 1
    end -= 1
  }
  view.dispatch({ changes: { from, to, insert: next.slice(from, end) } })
}

function stateOf(deps: EditorDeps, onText: (text: string) => void): EditorState {
  const { label, text, editable, before } = deps
  const extensions = [
    // Other line breaks are letters of the text: saving must not change them.
    EditorState.lineSeparator.of('\n'),
    lineNumbers(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    indentUnit.of(/^\t/m.test(text) ? '\t' : '  '),
    languageColours,
    CODE_THEME,
    EditorView.lineWrapping,
    // A file that is only read scrolls by keyboard too.
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', spellcheck: 'false' }),
    EditorState.readOnly.of(!editable),
    keymap.of([
      ...ownKeys(deps.keys),
      ...(editable ? [indentWithTab] : []),
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    highlightActiveLine(),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onText(update.state.doc.toString())
    }),
  ]
  if (before === null) return EditorState.create({ doc: text, extensions })
  return EditorState.fromJSON(before, { extensions }, REMEMBERED)
}

/** Parts of a state beyond text and selection that the next editor of the file begins with. */
const REMEMBERED = { history: historyField }

function ownKeys(keys: EditorKeys) {
  const done = (act: () => void) => () => {
    act()
    return true
  }
  return [
    { key: 'Mod-s', run: done(keys.onSave), preventDefault: true },
    { key: 'Mod-f', run: done(keys.onFind), preventDefault: true },
    { key: 'F3', run: done(() => keys.onFindNext(false)), preventDefault: true },
    { key: 'Shift-F3', run: done(() => keys.onFindNext(true)), preventDefault: true },
    { key: 'Mod-Shift-Enter', run: done(keys.onAdd), preventDefault: true },
  ]
}
