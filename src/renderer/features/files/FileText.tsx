import { type DragEvent, type RefObject, useEffect, useRef } from 'react'
import type { Highlighter } from '../../markdown/highlight/highlighter.ts'
import { languageOfPath } from '../../markdown/highlight/languages.ts'
import { carryPlace } from '../../ui/drag/dragged-place.ts'
import { createFileEditor, type EditorMemory, type FileEditor, linesName } from './file-editor.ts'

type FileTextProps = {
  readonly label: string
  readonly path: string
  /** The language of its colours, where the path does not tell it. */
  readonly language?: string | null
  readonly text: string
  readonly editable: boolean
  /** A request to take the focus, at a line or where the cursor is. */
  readonly place: { readonly line: number | null } | null
  readonly onPlaced?: () => void
  readonly highlighter: Pick<Highlighter, 'highlight'>
  /** The memories of earlier editors, by path; null remembers none. */
  readonly memories: Map<string, EditorMemory> | null
  readonly editor?: RefObject<FileEditor | null>
  readonly onText?: (text: string) => void
  readonly onSave?: () => void
  readonly onFind?: () => void
  readonly onFindNext?: (back: boolean) => void
  readonly onAdd?: () => void
}

const nothing = () => undefined

/** The text of a file in an editor. */
export function FileText(props: FileTextProps) {
  const { label, path, text, editable, place, highlighter, memories } = props
  const language = props.language === undefined ? languageOfPath(path) : props.language
  const box = useRef<HTMLDivElement>(null)
  const own = useRef<FileEditor | null>(null)
  const latest = useRef(props)
  latest.current = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text goes into the same editor
  useEffect(() => {
    const parent = box.current
    if (parent === null) return
    const editor = createFileEditor({
      parent,
      label,
      language,
      text,
      editable,
      highlighter,
      after,
      before: memories?.get(path) ?? null,
      onText: (next) => latest.current.onText?.(next),
      keys: {
        onSave: () => (latest.current.onSave ?? nothing)(),
        onFind: () => (latest.current.onFind ?? nothing)(),
        onFindNext: (back) => (latest.current.onFindNext ?? nothing)(back),
        onAdd: () => (latest.current.onAdd ?? nothing)(),
      },
    })
    own.current = editor
    const shared = latest.current.editor
    if (shared !== undefined) shared.current = editor
    return () => {
      memories?.set(path, editor.memory())
      if (shared?.current === editor) shared.current = null
      own.current = null
      editor.close()
    }
  }, [label, path, language, editable, highlighter, memories])
  useEffect(() => own.current?.setText(text), [text])
  useEffect(() => {
    if (place === null) return
    if (place.line === null) own.current?.focus()
    else own.current?.showLine(place.line)
    latest.current.onPlaced?.()
  }, [place])
  const carry = (event: DragEvent) => {
    const selected = own.current?.selected() ?? null
    if (selected === null || selected.text === '') return
    carryPlace(event.dataTransfer, { path, lines: { text: selected.text, name: linesName(path, selected) } })
  }
  // biome-ignore lint/a11y/noStaticElementInteractions: the editor inside takes the keys
  return <div ref={box} onDragStart={carry} className="min-h-0 flex-1" />
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
