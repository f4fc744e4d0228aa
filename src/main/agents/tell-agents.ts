import type { SessionId } from '#shared/ids.ts'
import type { QueueItem } from '#shared/session/queue.ts'
import type { Writer } from '#shared/session/writer.ts'
import type { Queue } from '../runs/queue.ts'
import { hasSteers } from '../runs/steer.ts'
import type { Child, ChildTask } from './child-task.ts'
import { promptEvent } from './prompt-event.ts'
import type { GoingOn } from './resume-child.ts'
import { createSaidToAgents, type SaidDeps } from './said-to-agents.ts'

export type TellDeps = SaidDeps & { readonly queue: Pick<Queue, 'add' | 'remove' | 'release'> }

/** Lets one that has ended go on. One that works is told instead, and null is answered. */
type GoOn = (sessionId: SessionId, words: GoingOn, tell: () => void) => Promise<Child | null>

type Words = Omit<GoingOn, 'first' | 'said' | 'call'> & {
  readonly prompt: string
  /** The call with which another agent, or the chat, says it. */
  readonly from?: ChildTask['employer']
  /** Who says it; whoever gives the work when missing. */
  readonly by?: Writer
}

/** What can be said to agents, at work or not. */
export function createTellAgents(deps: TellDeps, goOn: GoOn) {
  const { log, queue } = deps
  const said = createSaidToAgents(deps)

  const calledBy = (from: Words['from']): Pick<GoingOn, 'call' | 'employerRun'> => {
    if (from === undefined) return {}
    const { sessionId, runId, callId } = from
    const turn = log.folds(sessionId).runs[runId]?.turns ?? 0
    return { call: { runId, turn, callId }, employerRun: runId }
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
      // Whoever said it is told that it was not; it must not be heard all the same.
      const waits = log.folds(sessionId).queue.some((item) => item.itemId === itemId)
      if (waits) queue.remove(sessionId, itemId)
      throw error
    }
  }

  return {
    /**
     * Says something to an agent. One that works hears it with its next request; one that has ended goes on from where
     * it stood, with everything it knew and has not heard yet, and one that is being stopped does so when it has. Null
     * when it was told.
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
     * Lets what was said to an agent and still waits reach it, also what was held. One that works hears it with its next
     * request; one that has ended goes on with it. Nothing when nothing waits.
     */
    release: async (sessionId: SessionId): Promise<void> => {
      queue.release(sessionId)
      if (!hasSteers(log, { sessionId })) return
      await goOn(sessionId, { first: [], said: () => said.waiting(sessionId), background: true }, () => {})
    },
  }
}
