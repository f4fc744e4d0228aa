import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { CODE_THEME } from '../../../ui/base/code-theme.ts'
import { headerColours } from './header-colours.ts'
import { completeHeader } from './header-completions.ts'

type EditorDeps = {
  readonly parent: HTMLElement
  readonly label: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly onSave: () => void
  readonly onLeave: () => void
}

export type AgentEditor = ReturnType<typeof createAgentEditor>

/** Creates the editor of an agent file. The caller closes it. Tab moves the focus out, as everywhere. */
export function createAgentEditor({ parent, label, text, onText, onSave, onLeave }: EditorDeps) {
  const done = (act: () => void) => () => {
    act()
    return true
  }
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        lintGutter(),
        headerColours,
        CODE_THEME,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
        autocompletion({ icons: false, override: [completeHeader] }),
        // Before the keys of the list that completes: there Escape closes the list first.
        keymap.of([
          ...completionKeymap,
          { key: 'Mod-s', run: done(onSave), preventDefault: true },
          { key: 'Escape', run: done(onLeave) },
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onText(update.state.doc.toString())
        }),
      ],
    }),
  })
  return {
    setProblems(problems: readonly MarkedLine[]): void {
      const found = problems.map((problem) => diagnosticIn(view.state, problem))
      view.dispatch(setDiagnostics(view.state, found))
    },
    /** Takes the person to a line. */
    lookAt(line: number): void {
      view.dispatch({ selection: { anchor: lineIn(view.state, line).to }, scrollIntoView: true })
      view.focus()
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  }
}

/** The error of a line, in the window's language. */
export type MarkedLine = { readonly line: number; readonly message: string }

/** A problem marks its line. */
export function diagnosticIn(state: EditorState, { line, message }: MarkedLine) {
  const at = lineIn(state, line)
  return { from: at.from, to: at.to, severity: 'error' as const, message }
}

const lineIn = ({ doc }: EditorState, line: number) => doc.line(Math.max(1, Math.min(doc.lines, line)))
