import { useEffect, useMemo, useRef } from 'react'
import type { AgentFileProblem } from '#shared/agent/file-problem.ts'
import { useNoticeWords, useText } from '../../../messages/TextProvider.tsx'
import { type AgentEditor, createAgentEditor } from './agent-editor.ts'

type AgentTextAreaProps = {
  /** The text to begin with. */
  readonly text: string
  readonly problems: readonly AgentFileProblem[]
  /** The person is taken to the first of these whenever it is another list; null takes them nowhere. */
  readonly lookAt: readonly AgentFileProblem[] | null
  readonly onText: (text: string) => void
  readonly onSave: () => void
  readonly onLeave: () => void
}

/** Shows the editor of an agent file. It owns the text and reports every change. */
export function AgentTextArea({ text, problems, lookAt, onText, onSave, onLeave }: AgentTextAreaProps) {
  const t = useText()
  const words = useNoticeWords()
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<AgentEditor | null>(null)
  const began = useRef(text)
  const acts = useRef({ onText, onSave, onLeave })
  const label = t('agents.fileText')
  useEffect(() => {
    acts.current = { onText, onSave, onLeave }
  })
  useEffect(() => {
    if (place.current === null) return
    const made = createAgentEditor({
      parent: place.current,
      label,
      text: began.current,
      onText: (changed) => acts.current.onText(changed),
      onSave: () => acts.current.onSave(),
      onLeave: () => acts.current.onLeave(),
    })
    editor.current = made
    // The person has just asked for it.
    made.focus()
    return () => {
      editor.current = null
      made.close()
    }
  }, [label])
  const marked = useMemo(
    () => problems.map(({ line, message, said }) => ({ line, message: words(message, said) })),
    [problems, words],
  )
  useEffect(() => editor.current?.setProblems(marked), [marked])
  useEffect(() => {
    const [first] = lookAt ?? []
    if (first !== undefined) editor.current?.lookAt(first.line)
  }, [lookAt])
  return (
    <div
      ref={place}
      className="relative min-h-60 grow overflow-hidden rounded-md border border-line-control *:absolute *:inset-0 focus-within:border-focus"
    />
  )
}
