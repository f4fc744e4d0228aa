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

/** A code editor in our own colours. Whoever creates it closes it. */
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
        THEME,
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
    setProblems(problems: readonly ScriptProblem[]): void {
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

/** A problem marks the rest of its line. */
export function diagnosticsIn(state: EditorState, problems: readonly ScriptProblem[]): readonly Diagnostic[] {
  return problems.map(({ line, column, message }) => {
    const at = state.doc.line(Math.max(1, Math.min(state.doc.lines, line)))
    const from = Math.min(at.to, at.from + Math.max(0, column - 1))
    return { from, to: Math.max(from, at.to), severity: 'error', message }
  })
}

const THEME = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--color-sunken)', color: 'var(--color-fg)', fontSize: '12px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: 'var(--code-line)', overflow: 'auto' },
  '.cm-content': { padding: '4px 0', caretColor: 'var(--color-fg)', fontVariantLigatures: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--color-fg)' },
  '.cm-gutters': {
    backgroundColor: 'var(--color-sunken)',
    color: 'var(--color-fg-3)',
    border: 'none',
    fontSize: '11px',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '36px', paddingRight: '12px' },
  '.cm-activeLine': { backgroundColor: 'var(--color-hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--color-select-live)',
  },
  '.cm-syn-key': { color: 'var(--color-syn-key)' },
  '.cm-syn-fn': { color: 'var(--color-syn-fn)' },
  '.cm-syn-str': { color: 'var(--color-syn-str)' },
  '.cm-syn-num': { color: 'var(--color-syn-num)' },
  '.cm-syn-note': { color: 'var(--color-syn-note)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--color-overlay)',
    border: 'none',
    borderRadius: 'var(--radius-md)',
    boxShadow: 'var(--shadow-pop)',
    overflow: 'hidden',
  },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', fontSize: '12px' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--color-select-live)',
    color: 'var(--color-fg)',
  },
  '.cm-completionDetail': { color: 'var(--color-fg-3)', fontStyle: 'normal', marginLeft: '12px' },
  '.cm-completionInfo': { padding: '8px', maxWidth: '320px', fontFamily: 'var(--font-sans)' },
  '.cm-diagnostic': { padding: '4px 8px', fontFamily: 'var(--font-sans)' },
  '.cm-diagnostic-error': { borderLeft: '2px solid var(--color-bad)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--color-bad)',
    textUnderlineOffset: '3px',
  },
})
