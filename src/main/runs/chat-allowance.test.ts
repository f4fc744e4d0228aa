import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import { SessionId } from '#shared/ids.ts'
import type { ChatLimits } from '#shared/session/chat-limits.ts'
import { type ChatUse, createChatAllowance } from './chat-allowance.ts'
import type { RunHandle } from './run-handle.ts'

const NONE = { warnCost: null, stopCost: null, warnTokens: null, stopTokens: null }

function open(lines: Partial<ChatLimits>) {
  const told: string[] = []
  let limits: ChatLimits = { ...NONE, ...lines }
  let use: ChatUse = { cost: 0, tokens: 0 }
  const run = {
    publish: (events: readonly NewDurableEvent[]) =>
      void told.push(...events.map((event) => (event.kind === 'harness.item' ? event.payload.content : ''))),
  } as unknown as RunHandle
  const allowances = createChatAllowance({
    chatOf: () => ({ id: SessionId.parse('ses_00000001'), limits }),
    spentIn: () => use,
  })
  return {
    told,
    set: (changed: Partial<ChatLimits>) => {
      limits = { ...NONE, ...changed }
    },
    watches: () => allowances.of(run) !== null,
    at: (now: ChatUse) => {
      use = now
      try {
        allowances.of(run)?.check(run)
        return null
      } catch (error) {
        return error instanceof AppError ? error.message : 'no sentence'
      }
    },
  }
}

it('warns of each line once, and pauses at the other', () => {
  const chat = open({ warnCost: 1, stopCost: 2, warnTokens: 500, stopTokens: 1_000 })
  expect(chat.at({ cost: 0.5, tokens: 100 })).toBeNull()
  expect(chat.at({ cost: 1.5, tokens: 600 })).toBeNull()
  expect(chat.at({ cost: 1.6, tokens: 700 })).toBeNull()
  expect(chat.told).toEqual([
    'This chat with its agents has cost $1.50. You asked to be told at $1.00.',
    'This chat with its agents has used 600 tokens. You asked to be told at 500.',
  ])
  expect(chat.at({ cost: 2, tokens: 700 })).toContain('$2.00')
  expect(chat.at({ cost: 1, tokens: 1_000 })).toContain('1,000')
})

it('goes on once the line was raised, and watches nothing without lines', () => {
  const chat = open({ stopTokens: 10 })
  expect(chat.at({ cost: null, tokens: 10 })).not.toBeNull()
  chat.set({ stopTokens: 20 })
  expect(chat.at({ cost: null, tokens: 10 })).toBeNull()
  chat.set({})
  expect(chat.watches()).toBe(false)
})

it('says once that a price is not known, and still counts tokens', () => {
  const chat = open({ stopCost: 1, stopTokens: 50 })
  expect(chat.at({ cost: null, tokens: 5 })).toBeNull()
  expect(chat.at({ cost: null, tokens: 6 })).toBeNull()
  expect(chat.told).toHaveLength(1)
  expect(chat.at({ cost: null, tokens: 50 })).toContain('50')
})
