import { type FormEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import { AppError } from '#shared/errors.ts'
import { problemOf } from '../../../api.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { EMPTY_DRAFT } from '../../../store/draft-store.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Kbd } from '../../../ui/controls/Kbd.tsx'
import { suggesting, useTyping } from '../../../ui/lists/use-suggestions.ts'
import { useChat } from '../chat-context.ts'
import { commandIn } from '../commands/command-in.ts'
import { MentionList } from '../composer/mentions/MentionList.tsx'
import { useMentions } from '../composer/mentions/use-mentions.ts'
import { isOver } from './agent-tree.ts'
import { focusSelector } from './selector-keys.ts'

/**
 * Shows the composer for an agent: a running one reads the message at its next step, an ended one resumes
 * with it.
 */
export function AgentComposer({ run }: { run: AgentRun }) {
  const t = useText()
  const { api, drafts } = useChat()
  const { sessionId, title } = run
  const draft = useStore(drafts.store, (all) => all[sessionId] ?? EMPTY_DRAFT)
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const over = isOver(run)
  const box = useRef<HTMLTextAreaElement>(null)
  const { isTyping, heard } = useTyping()
  const setText = (text: string) => drafts.setText(sessionId, text)
  const mentions = useMentions({
    box,
    projectId: run.projectId,
    sessionId,
    text: draft.text,
    setText,
    isTyping,
    attach: null,
  })
  const tell = async (text: string): Promise<void> => {
    // As plain words it would mislead the agent, and do nothing of what was meant.
    const name = await commandIn(api, run.projectId, text)
    if (name !== null) throw AppError.quoting('other', t('children.noCommands', { name }))
    await api.command('agent.message', { sessionId, text })
  }
  const send = () => {
    const text = draft.text.trim()
    if (text === '' || sending) return
    setSending(true)
    setProblem(null)
    tell(text)
      .then(() => drafts.accepted(sessionId, draft))
      .catch((error: unknown) => setProblem(problemOf(error).message))
      .finally(() => setSending(false))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <form
      aria-label={t('children.composer', { title })}
      onSubmit={submit}
      className="relative rounded-lg bg-raised shadow-card inset-ring inset-ring-line-strong focus-within:inset-ring-focus"
    >
      <MentionList mentions={mentions} />
      <textarea
        ref={box}
        data-composer
        data-pane-focus
        aria-label={t('chat.message')}
        placeholder={t(over ? 'children.goOnHint' : 'children.tellHint', { title })}
        {...suggesting([mentions])}
        rows={1}
        value={draft.text}
        onChange={(event) => {
          mentions.onCaret()
          setText(event.target.value)
        }}
        onSelect={mentions.onCaret}
        {...heard}
        onBlur={() => {
          heard.onBlur()
          drafts.save(sessionId)
        }}
        onKeyDown={(event) => {
          if (mentions.onKey(event)) return
          if (event.nativeEvent.isComposing || event.keyCode === 229) return
          if (event.key === 'ArrowDown' && !event.shiftKey && draft.text === '') {
            if (focusSelector()) event.preventDefault()
          } else if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault()
            send()
          }
        }}
        className="block max-h-[40vh] min-h-12 w-full resize-none bg-transparent px-3 pt-3 pb-1 text-md outline-none [field-sizing:content]"
      />
      {problem === null ? null : (
        <p role="alert" className="px-3 pb-1 text-bad-fg text-sm">
          {problem}
        </p>
      )}
      <div className="flex items-center px-2 pt-1 pb-2">
        <span className="grow px-1 text-fg-3 text-xs">
          {t(over ? 'children.goOnNote' : 'children.tellNote')}
        </span>
        <Button type="submit" look="primary" size="small" disabled={sending} aria-keyshortcuts="Enter">
          {t('chat.send')} <Kbd keys={['Enter']} onInk />
        </Button>
      </div>
    </form>
  )
}
