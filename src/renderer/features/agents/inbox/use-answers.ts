import { useRef, useState } from 'react'
import type { RequestId } from '#shared/ids.ts'
import type { Remember } from '#shared/permission/rule.ts'
import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import { problemOf } from '../../../api.ts'
import { useAgents } from '../agents-context.ts'

/** The person's answer to one request or to several similar ones. */
export type Said = {
  readonly outcome: 'approved' | 'denied' | 'answered'
  readonly remember: Remember
  readonly value?: string
}

/**
 * Sends answers, each request its own, so that nothing is answered that was not in sight. One that main refuses keeps
 * its place with the reason.
 */
export function useAnswers() {
  const { api, inbox } = useAgents()
  const sending = useRef(new Set<RequestId>())
  const [problems, setProblems] = useState<Readonly<Record<RequestId, string>>>({})

  async function give({ sessionId, ask }: InboxItem, { outcome, remember, value }: Said): Promise<void> {
    const { requestId } = ask
    if (sending.current.has(requestId)) return
    sending.current.add(requestId)
    try {
      const said = value === undefined ? {} : { value }
      await api.command('interaction.answer', { sessionId, requestId, outcome, remember, ...said })
    } catch (error) {
      setProblems((before) => ({ ...before, [requestId]: problemOf(error).message }))
      // It may already have been answered elsewhere.
      await inbox.load()
    } finally {
      sending.current.delete(requestId)
    }
  }

  return {
    answer: (items: readonly InboxItem[], said: Said): void => {
      for (const item of items) void give(item, said)
    },
    problemOf: (id: RequestId): string | null => problems[id] ?? null,
  }
}
