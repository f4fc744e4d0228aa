import type { SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { ChatLimits } from '#shared/session/chat-limits.ts'
import { isUnlimited } from '#shared/session/is-unlimited.ts'
import { createUsageLimits, type Sayings, type Use, type Worker, watchedBy } from './usage-limits.ts'

/** A chat or an agent with its current limits. */
export type Top = {
  readonly id: SessionId
  /** The task of an agent; null for a chat. */
  readonly agent: string | null
  readonly limits: ChatLimits | undefined
}

type Deps = {
  /** Returns a session and its parents up to the chat. */
  readonly topsOf: (worker: Worker) => readonly Top[]
  /** Returns the usage of a session with its subagents. */
  readonly spentIn: (top: SessionId) => Use
}

/**
 * Checks the limits of chats and agents over all their subagents: every session below an exceeded limit
 * pauses.
 */
export function createSubtreeAllowance({ topsOf, spentIn }: Deps) {
  return createUsageLimits((worker) =>
    topsOf(worker).flatMap(({ id, agent, limits }) => {
      if (limits === undefined || isUnlimited(limits)) return []
      const sayings = agent === null ? OF_CHAT : ofAgent(agent)
      return [{ of: id, all: () => watchedBy(limits, spentIn(id), sayings) }]
    }),
  )
}

const OF_CHAT: Sayings = {
  costNear: (cost, line) => say('chat.costNear', { cost, line }),
  costReached: (cost, limit) => say('chat.costReached', { cost, limit }),
  tokensNear: (tokens, line) => say('chat.tokensNear', { tokens, line }),
  tokensReached: (tokens, limit) => say('chat.tokensReached', { tokens, limit }),
  timeNear: (minutes, line) => say('chat.timeNear', { minutes, line }),
  timeReached: (minutes, limit) => say('chat.timeReached', { minutes, limit }),
}

const ofAgent = (agent: string): Sayings => ({
  costNear: (cost, line) => say('agent.costNear', { agent, cost, line }),
  costReached: (cost, limit) => say('agent.costReached', { agent, cost, limit }),
  tokensNear: (tokens, line) => say('agent.tokensNear', { agent, tokens, line }),
  tokensReached: (tokens, limit) => say('agent.tokensReached', { agent, tokens, limit }),
  timeNear: (minutes, line) => say('agent.timeNear', { agent, minutes, line }),
  timeReached: (minutes, limit) => say('agent.timeReached', { agent, minutes, limit }),
})
