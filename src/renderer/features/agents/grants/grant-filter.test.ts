import { describe, expect, it } from 'vitest'
import type { Grant } from '#shared/permission/rule.ts'
import { grantsShown } from './grant-filter.ts'

const grant = (pattern: string, createdAt: number, more: Partial<Grant> = {}) =>
  ({
    id: pattern,
    rule: { tool: 'bash', pattern, action: 'allow' },
    createdAt,
    expiresAt: null,
    answer: null,
    ...more,
  }) as Grant
const all = [
  grant('git status', 1, { answer: { title: 'Fix VAT' } as Grant['answer'] }),
  grant('npm test', 2, { expiresAt: 10 }),
  grant('ls', 3),
]
const shown = (words: string, now = 0) =>
  grantsShown(all, words, now, ({ createdAt }) => (createdAt === 3 ? 'orbit-sim' : 'ledger')).map(
    ({ rule }) => rule.pattern,
  )

describe('the permissions shown', () => {
  it('come the newest first, without those whose time is over', () => {
    expect(shown('')).toEqual(['ls', 'npm test', 'git status'])
    expect(shown('', 10)).toEqual(['ls', 'git status'])
  })

  it('are found by the rule, by where they hold and by the chat they came from', () => {
    expect([shown('NPM'), shown('ledger'), shown('vat'), shown('nothing')]).toEqual([
      ['npm test'],
      ['npm test', 'git status'],
      ['git status'],
      [],
    ])
  })
})
