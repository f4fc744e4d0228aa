import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RequestId, SessionId } from '#shared/ids.ts'
import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import { allLike, canLast, likeness, rulesOf, selectedOf, toggled } from './alike.ts'

const TOOLS = ['bash', 'edit', 'read']
const PATTERNS = ['npm test *', 'git status', 'src/**']
const COMMANDS = ['npm test -- a', 'git status', 'rm -r build']

/** Requests of few tools, rules and commands, so that many are alike. */
const someItem = fc
  .record({
    tool: fc.constantFrom(...TOOLS),
    command: fc.constantFrom(...COMMANDS),
    rules: fc.subarray(PATTERNS),
    isQuestion: fc.boolean(),
  })
  .map(
    ({ tool, command, rules, isQuestion }) =>
      (nth: number): InboxItem => ({
        sessionId: `ses_${nth}` as SessionId,
        projectId: null,
        title: `${nth}`,
        asker: { kind: 'chat' },
        ask: {
          requestId: `req_${nth}` as RequestId,
          what: isQuestion ? 'question' : 'permission',
          prompt: 'Run',
          tool,
          proposedRules: rules.map((pattern) => ({ tool, pattern, action: 'allow' })),
          preview: { kind: 'command', command, timeoutMs: 1 },
        },
      }),
  )
const someItems = fc
  .array(someItem, { minLength: 1, maxLength: 12 })
  .map((makers) => makers.map((make, nth) => make(nth)))

describe('a selection', () => {
  it('holds only requests that a lasting answer would save the very same rules for', () => {
    fc.assert(
      fc.property(someItems, fc.array(fc.nat(11), { maxLength: 20 }), (items, clicks) => {
        let picked: ReadonlySet<RequestId> = new Set()
        for (const click of clicks) {
          const item = items[click % items.length]
          if (item !== undefined) picked = toggled(items, picked, item)
        }
        const selected = selectedOf(items, picked)
        const shown = rulesOf(selected.map(({ ask }) => ask))
        for (const { ask } of selected) {
          expect(ask.what).toBe('permission')
          expect(rulesOf([ask])).toEqual(shown)
        }
        // Without a saved rule, requests answered together must be identical.
        if (!canLast(selected))
          expect(new Set(selected.map(({ ask }) => JSON.stringify(ask.preview))).size < 2).toBe(true)
      }),
    )
  })

  it('never takes in what came after it was made', () => {
    fc.assert(
      fc.property(someItems, someItems, (before, later) => {
        const first = before[0]
        if (first === undefined) return
        const picked = allLike(before, first)
        const fresh = later.map((item, nth) => ({
          ...item,
          ask: { ...item.ask, requestId: `new_${nth}` as RequestId },
        }))
        const now = selectedOf([...before, ...fresh], picked)
        expect(now).toEqual(
          before.filter((item) => likeness(item) !== null && likeness(item) === likeness(first)),
        )
      }),
    )
  })
})
