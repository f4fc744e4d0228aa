import { useEffect, useRef, useState } from 'react'
import { problemOf } from '../../../api.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { useChat } from '../chat-context.ts'
import type { CommandResult } from '../commands/run-chat-command.ts'
import type { ComposerAct } from './composer-keys.ts'
import type { ComposerTarget } from './composer-target.ts'
import { commanded, deliver } from './deliver.ts'
import { createOneAtATime } from './one-at-a-time.ts'

/** Does what the composer is asked to do. The draft goes only after main has accepted it. */
export function useSending(target: ComposerTarget) {
  const chat = useChat()
  const [sending, setSending] = useState(false)
  const [order] = useState(createOneAtATime<ComposerAct>)
  const [stopping, setStopping] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [shown, setShown] = useState<CommandResult | null>(null)
  const t = useText()
  const say = useProblemWords()

  function act(asked: ComposerAct): void {
    if (asked === 'stop') {
      if (target.runId === null || target.sessionId === null) return
      setStopping(target.runId)
      chat.app.attempt(chat.api.command('run.stop', { sessionId: target.sessionId, runId: target.runId }))
      return
    }
    const draft = chat.drafts.of(target.key)
    if (draft.text.trim() === '' && draft.files.length === 0) return
    if (!order.begin(asked, draft.text)) return
    setSending(true)
    setProblem(null)
    setShown(null)
    const begin = () =>
      (draft.files.length === 0 ? commanded(chat, target, draft.text, { t, show: setShown }) : null) ??
      deliver(chat, target, draft, asked)
    // What is written to a chat that is on its way waits for it: some of it is about what is shown.
    const ready = target.sessionId === null ? begin() : chat.session.settled().then(begin)
    const ended = (accepted: boolean) => {
      setSending(false)
      const now = newest.current
      const next = order.end(accepted, chat.drafts.of(now.key).text)
      if (next !== null) now.act(next)
    }
    ready
      .then(() => chat.drafts.accepted(target.key, draft))
      .then(
        () => ended(true),
        (error: unknown) => {
          setProblem(say(problemOf(error)))
          ended(false)
        },
      )
  }
  // What waited is about the chat that is shown by then, which a command may have changed.
  const newest = useRef({ act, key: target.key })
  useEffect(() => {
    newest.current = { act, key: target.key }
  })

  const isStopping = stopping !== null && stopping === target.runId
  return { act, sending, stopping: isStopping, problem, shown, show: setShown, dismiss: () => setShown(null) }
}
