import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { javascript, javascriptLanguage } from '@codemirror/lang-javascript'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import type { ScriptProblem } from '#shared/workflow/script-problem.ts'
import { CODE_THEME } from '../../../../ui/base/code-theme.ts'
import { completeHooks } from './hook-completions.ts'
import { scriptColours } from './script-colours.ts'

type EditorDeps = {
  readonly parent: HTMLElement
  readonly label: string
  readonly text: string
  readonly editable: boolean
  readonly onText: (text: string) => void
}

export type ScriptEditor = ReturnType<typeof createScriptEditor>

/** Creates a code editor in the app's colours. The caller closes it. */
export function createScriptEditor({ parent, label, text, editable, onText }: EditorDeps) {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        javascript(),
        scriptColours,
        CODE_THEME,
        EditorView.lineWrapping,
        // A script that is only read scrolls by keyboard too.
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorState.readOnly.of(!editable),
        ...(editable ? writing(onText) : []),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
      ],
    }),
  })

  return {
    setText(next: string): void {
      if (next === view.state.doc.toString()) return
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } })
    },
    setProblems(problems: readonly ShownProblem[]): void {
      view.dispatch(setDiagnostics(view.state, diagnosticsIn(view.state, problems)))
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  }
}

/** Tab indents while writing; Escape first gives Tab back, so the keyboard can leave. */
function writing(onText: (text: string) => void) {
  return [
    highlightActiveLine(),
    closeBrackets(),
    lintGutter(),
    autocompletion({ icons: false }),
    javascriptLanguage.data.of({ autocomplete: completeHooks }),
    keymap.of([indentWithTab]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onText(update.state.doc.toString())
    }),
  ]
}

/** A problem in the words of the window. */
export type ShownProblem = Omit<ScriptProblem, 'said'>

/** A problem marks the rest of its line, and of a line that ends there the last character. */
export function diagnosticsIn(state: EditorState, problems: readonly ShownProblem[]): readonly Diagnostic[] {
  return problems.map(({ line, column, message }) => {
    const at = state.doc.line(Math.max(1, Math.min(state.doc.lines, line)))
    const last = Math.max(at.from, at.to - 1)
    const from = Math.min(last, at.from + Math.max(0, column - 1))
    return { from, to: at.to, severity: 'error', message }
  })
}
