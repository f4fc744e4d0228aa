import type { SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import { type ChatLimits, isUnlimited } from '#shared/session/chat-limits.ts'
import type { RunHandle } from './run-handle.ts'
import { createUseLines, LINE_WORDS, type Use, type Watched } from './use-lines.ts'

/** What a chat has used with all its agents. `cost` is null where a price is not known. */
export type ChatUse = Pick<Use, 'cost' | 'tokens'>

type Deps = {
  /** The chat a run belongs to, over however many agents, and its lines as they stand now. */
  readonly chatOf: (run: RunHandle) => { readonly id: SessionId; readonly limits?: ChatLimits | undefined }
  readonly spentIn: (chatId: SessionId) => ChatUse
}

/** Watches what chats use with all their agents. */
export function createChatAllowance({ chatOf, spentIn }: Deps) {
  return createUseLines((run) => {
    const { id, limits } = chatOf(run)
    if (limits === undefined || isUnlimited(limits)) return null
    return { of: id, all: () => watched(limits, spentIn(id)) }
  })
}

function watched(limits: ChatLimits, { cost, tokens }: ChatUse): Watched[] {
  return [
    {
      ...{ used: cost, warn: limits.warnCost, stop: limits.stopCost, words: LINE_WORDS.cost },
      near: (used, line) => say('chat.costNear', { cost: used, line }),
      reached: (used, limit) => say('chat.costReached', { cost: used, limit }),
      unknown: (limit) => say('run.costUnknown', { limit }),
    },
    {
      ...{ used: tokens, warn: limits.warnTokens, stop: limits.stopTokens, words: LINE_WORDS.tokens },
      near: (used, line) => say('chat.tokensNear', { tokens: used, line }),
      reached: (used, limit) => say('chat.tokensReached', { tokens: used, limit }),
    },
  ]
}
