import type { SessionId } from '#shared/ids.ts'
import type { QueueItem } from '#shared/session/queue/queue.ts'
import type { Writer } from '#shared/session/writer.ts'
import type { Queue } from '../../runs/chats/queue.ts'
import { hasSteers } from '../../runs/turns/steer.ts'
import type { Child, ChildTask } from '../records/child-task.ts'
import { createPendingMessages, type PendingDeps } from './pending-messages.ts'
import { promptEvent } from './prompt-event.ts'
import type { GoingOn } from './resume-child.ts'

export type AgentMessageDeps = PendingDeps & { readonly queue: Pick<Queue, 'add' | 'remove' | 'release'> }

/** Resumes an ended agent. A running agent gets the message instead, and null is returned. */
type GoOn = (sessionId: SessionId, words: GoingOn, tell: () => void) => Promise<Child | null>

type Words = Omit<GoingOn, 'first' | 'said' | 'call'> & {
  readonly prompt: string
  /** The call with which another agent, or the chat, says it. */
  readonly from?: ChildTask['parent']
  /** The author; missing: the parent. */
  readonly by?: Writer
}

/** Sends messages to agents, running or not. */
export function createAgentMessages(deps: AgentMessageDeps, goOn: GoOn) {
  const { log, queue } = deps
  const said = createPendingMessages(deps)

  const calledBy = (from: Words['from']): Pick<GoingOn, 'call' | 'parentRun'> => {
    if (from === undefined) return {}
    const { sessionId, runId, callId } = from
    const turn = log.folds(sessionId).runs[runId]?.turns ?? 0
    return { call: { runId, turn, callId }, parentRun: runId }
  }

  const saidBy = (by: Writer = 'employer', from?: Words['from']): Pick<QueueItem, 'by' | 'call'> => {
    const { call } = calledBy(from)
    return { ...(by === 'person' ? {} : { by }), ...(call === undefined ? {} : { call }) }
  }

  /** Says it after what was said before and waits to be heard. */
  const tellLast = async (
    sessionId: SessionId,
    { prompt, by, from, ...words }: Words,
  ): Promise<Child | null> => {
    const itemId = queue.add(sessionId, 'steer', prompt, [], saidBy(by, from))
    try {
      const going = { ...words, ...calledBy(from), first: [], said: () => said.waiting(sessionId) }
      return await goOn(sessionId, going, () => {})
    } catch (error) {
      // The caller gets an error, so the message must not be delivered later.
      const waits = log.folds(sessionId).queue.some((item) => item.itemId === itemId)
      if (waits) queue.remove(sessionId, itemId)
      throw error
    }
  }

  return {
    /**
     * Sends a message to an agent. A running agent reads it with its next request. An ended agent resumes
     * with it and with all unread messages; a stopping agent resumes after its stop. Null for a running
     * agent.
     */
    tell: async (sessionId: SessionId, words: Words): Promise<Child | null> => {
      if (hasSteers(log, { sessionId })) return await tellLast(sessionId, words)
      const { prompt, by = 'employer', from, ...more } = words
      const going = { ...more, ...calledBy(from), first: [promptEvent(prompt, by)] }
      return await goOn(sessionId, going, () => queue.add(sessionId, 'steer', prompt, [], saidBy(by, from)))
    },
    /** The same for what the person says, which hooks may put in other words. Rejects when one refuses it. */
    say: async (sessionId: SessionId, text: string): Promise<void> => {
      const background = true
      if (hasSteers(log, { sessionId })) {
        await tellLast(sessionId, { prompt: text, by: 'person', background })
        return
      }
      const words = { first: [], said: () => said.words(sessionId, text), background }
      await goOn(sessionId, words, () => queue.add(sessionId, 'steer', text))
    },
    /**
     * Delivers the pending and held messages of an agent. A running agent reads them with its next request;
     * an ended one resumes with them. Does nothing without messages.
     */
    release: async (sessionId: SessionId): Promise<void> => {
      queue.release(sessionId)
      if (!hasSteers(log, { sessionId })) return
      await goOn(sessionId, { first: [], said: () => said.waiting(sessionId), background: true }, () => {})
    },
  }
}
