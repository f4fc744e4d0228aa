import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import { SessionId } from '#shared/ids.ts'
import type { ChatLimits } from '#shared/session/chat-limits.ts'
import type { RunHandle } from '../run/run-handle.ts'
import { createSubtreeAllowance, type Top } from './subtree-allowance.ts'
import type { Use } from './usage-limits.ts'

const CHAT = SessionId.parse('ses_00000001')
const NONE = { warnCost: null, stopCost: null, warnTokens: null, stopTokens: null }

type ChatUse = Omit<Use, 'minutes'>

function open(lines: Partial<ChatLimits>) {
  const told: string[] = []
  let limits: ChatLimits = { ...NONE, ...lines }
  let use: Use = { cost: 0, tokens: 0, minutes: 0 }
  const run = {
    publish: (events: readonly NewDurableEvent[]) =>
      void told.push(...events.map((event) => (event.kind === 'harness.item' ? event.payload.content : ''))),
  } as unknown as RunHandle
  const allowances = createSubtreeAllowance({
    topsOf: () => [{ id: CHAT, agent: null, limits }],
    spentIn: () => use,
  })
  return {
    told,
    set: (changed: Partial<ChatLimits>) => {
      limits = { ...NONE, ...changed }
    },
    watches: () => allowances.of(run) !== null,
    at: (now: ChatUse) => {
      use = { minutes: 0, ...now }
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
    'This chat and its agents have cost $1.50. Your warning is set to $1.00.',
    'This chat and its agents have used 600 tokens. Your warning is set to 500.',
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

it('watches an agent with all that work for it, and pauses nobody beside it', () => {
  const agent = {
    id: SessionId.parse('ses_00000002'),
    agent: 'Map the code',
    limits: { ...NONE, stopTokens: 100, stopMinutes: 5 },
  }
  const used: Record<string, Use> = { [agent.id]: { cost: null, tokens: 100, minutes: 1 } }
  const pauses = (...tops: readonly Top[]) => {
    const run = { publish: () => undefined } as unknown as RunHandle
    const allowance = createSubtreeAllowance({
      topsOf: () => tops,
      spentIn: (id) => used[id] ?? { cost: 0, tokens: 0, minutes: 0 },
    }).of(run)
    try {
      allowance?.check(run)
      return null
    } catch (error) {
      return error instanceof AppError ? (error.said?.[0]?.name ?? null) : 'no sentence'
    }
  }
  const chat = { id: CHAT, agent: null, limits: undefined }
  const below = { id: SessionId.parse('ses_00000003'), agent: 'Read one file', limits: undefined }
  expect(pauses(below, agent, chat)).toBe('agent.tokensReached')
  expect([pauses(chat), pauses(below, chat)]).toEqual([null, null])
  used[agent.id] = { cost: null, tokens: 99, minutes: 5 }
  expect(pauses(agent, chat)).toBe('agent.timeReached')
})
