import { useEffect, useRef, useState } from 'react'
import { useText } from '../../../../messages/TextProvider.tsx'
import type { ScriptEditor, ShownProblem } from './script-editor.ts'

type ScriptAreaProps = {
  readonly text: string
  readonly editable: boolean
  readonly problems: readonly ShownProblem[]
  readonly onText?: (text: string) => void
}

/** The script of a workflow, to read or to write. The editor is loaded when it is first needed. */
export function ScriptArea({ text, editable, problems, onText }: ScriptAreaProps) {
  const t = useText()
  const label = t('workflows.launch.editor')
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<ScriptEditor | null>(null)
  const told = useRef(onText)
  told.current = onText
  const first = useRef(text)
  useEffect(() => {
    let open = true
    let made: ScriptEditor | null = null
    const load = async () => {
      const { createScriptEditor } = await import('./script-editor.ts')
      if (!open || place.current === null) return
      const parent = place.current
      made = createScriptEditor({
        parent,
        label,
        editable,
        text: first.current,
        onText: (next) => told.current?.(next),
      })
      setEditor(made)
      if (editable) made.focus()
    }
    load().catch(reportError)
    return () => {
      open = false
      made?.close()
      setEditor(null)
    }
  }, [editable, label])
  useEffect(() => {
    // The editor has the newest text while typing; the returned one may lag behind.
    if (!editable) editor?.setText(text)
  }, [editor, editable, text])
  useEffect(() => editor?.setProblems(problems), [editor, problems])
  return <div ref={place} className="min-h-0 flex-1 overflow-hidden bg-sunken" />
}
