import { EditorView } from '@codemirror/view'

/** The editor theme for code, in the app's colours. */
export const CODE_THEME = EditorView.theme({
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
