import { useRef, useState } from 'react'
import type { SessionId } from '#shared/ids.ts'
import type { Remember } from '#shared/permission/rule.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import { problemOf } from '../../../api.ts'
import { useChat } from '../chat-context.ts'

export type Scope = Remember['scope']

/** A request, the session of its answer, and the asking subagent; null for the chat's own agent. */
export type Ask = {
  readonly asked: Interaction
  readonly sessionId: SessionId
  readonly by: string | null
}

/**
 * Sends the person's answer once. A refused answer can be given again. The buttons stay as they are meanwhile:
 * one that is disabled loses the focus it has.
 */
export function useAnswer({ asked: { requestId }, sessionId }: Ask) {
  const { api } = useChat()
  const sending = useRef(false)
  const [problem, setProblem] = useState<string | null>(null)

  function answer(outcome: 'approved' | 'denied' | 'answered', scope: Scope, value?: string): void {
    if (sending.current) return
    sending.current = true
    setProblem(null)
    const given = value === undefined ? {} : { value }
    api
      .command('interaction.answer', { sessionId, requestId, outcome, remember: { scope }, ...given })
      .catch((error: unknown) => {
        sending.current = false
        setProblem(problemOf(error).message)
      })
  }

  return { answer, problem }
}
