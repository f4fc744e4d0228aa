import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import { type Sentence, say } from '#shared/sentences.ts'
import { type ChatLimits, isUnlimited } from '#shared/session/chat-limits.ts'
import { type Allowance, dollars } from './allowance.ts'
import { told } from './notices.ts'
import type { RunHandle } from './run-handle.ts'

/** What a chat has used with all its agents. `cost` is null where a price is not known. */
export type ChatUse = { readonly cost: number | null; readonly tokens: number }

type Deps = {
  /** The chat a run belongs to, over however many agents, and its lines as they stand now. */
  readonly chatOf: (run: RunHandle) => { readonly id: SessionId; readonly limits?: ChatLimits | undefined }
  readonly spentIn: (chatId: SessionId) => ChatUse
}

/**
 * Watches what chats use with all their agents. Each line is warned of once, whoever of them comes to it; past the
 * stop line everybody pauses before the next request.
 */
export function createChatAllowance({ chatOf, spentIn }: Deps) {
  const warned = new Set<string>()

  const check = (run: RunHandle, id: SessionId, limits: ChatLimits): void => {
    const { cost, tokens } = spentIn(id)
    const { warnCost, stopCost, warnTokens, stopTokens } = limits
    const warn = (line: number, sentence: Sentence): void => {
      const key = `${id} ${sentence.name} ${line}`
      if (warned.has(key)) return
      warned.add(key)
      run.publish([told([sentence])])
    }
    const paid = { cost: dollars(cost ?? 0) }
    const used = { tokens: whole(tokens) }
    const line = stopCost ?? warnCost
    if (cost === null && line !== null) warn(line, say('run.costUnknown', { limit: dollars(line) }))
    if (cost !== null && stopCost !== null && cost >= stopCost) {
      throw AppError.saying('limit.exceeded', say('chat.costReached', { ...paid, limit: dollars(stopCost) }))
    }
    if (stopTokens !== null && tokens >= stopTokens) {
      const sentence = say('chat.tokensReached', { ...used, limit: whole(stopTokens) })
      throw AppError.saying('limit.exceeded', sentence)
    }
    if (cost !== null && warnCost !== null && cost >= warnCost) {
      warn(warnCost, say('chat.costNear', { ...paid, line: dollars(warnCost) }))
    }
    if (warnTokens !== null && tokens >= warnTokens) {
      warn(warnTokens, say('chat.tokensNear', { ...used, line: whole(warnTokens) }))
    }
  }

  return {
    /** What watches a run, as far as the lines of its chat say now; null when there are none. */
    of: (run: RunHandle): Allowance | null => {
      if (isUnlimited(chatOf(run).limits)) return null
      return {
        check: () => {
          const { id, limits } = chatOf(run)
          if (limits !== undefined) check(run, id, limits)
        },
      }
    },
  }
}

const whole = (tokens: number): string => tokens.toLocaleString('en-US')
