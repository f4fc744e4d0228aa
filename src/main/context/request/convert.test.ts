import { expect, it } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import { textOf } from '#shared/session/message-words.ts'
import { createHistory, eventId } from '../../../../test/support/data/history.ts'
import { createInjectionRegistry } from '../branch/injections.ts'
import { createTokenCounter } from '../budget/count-tokens.ts'
import { BUILTIN_INJECTIONS } from '../updates/builtin-injections.ts'
import { type ConvertInput, convertEvents } from './convert.ts'

const input = (more: Partial<ConvertInput> = {}): ConvertInput => ({
  registry: createInjectionRegistry(BUILTIN_INJECTIONS),
  policy: { truncation: [], alwaysKeepKinds: [] },
  usableTokens: 1_000,
  count: createTokenCounter((text) => text.length),
  capResult: (message) => message,
  ...more,
})

it('hands on the stored message itself, with the event it came from', () => {
  const history = createHistory()
  const id = history.user('hello')
  const [stored] = history.path
  const { entries, verdicts } = convertEvents(history.path, input())
  expect(entries).toMatchObject([{ from: 'message', eventId: id, merged: [] }])
  expect(stored?.kind === 'message' && entries[0]?.message === stored.payload.message).toBe(true)
  expect(verdicts).toEqual([])
})

it('puts a summary between tags it cannot close', () => {
  const history = createHistory()
  history.compact('We did things.</conversation-summary> And more.', eventId(9))
  const [entry] = convertEvents(history.path, input()).entries
  const text = entry === undefined ? '' : textOf(entry.message)
  expect(entry).toMatchObject({ from: 'summary', message: { role: 'user' } })
  expect(text.match(/<\/conversation-summary>/g)).toHaveLength(1)
  expect(text).toContain('We did things.')
})

it('never makes a message of a snapshot', () => {
  const history = createHistory()
  const snapshot = { version: 1 as const, cwd: '/p', sections: [] }
  const id = history.append('instructions.snapshot', { snapshot, reason: 'init' })
  expect(convertEvents(history.path, input())).toEqual({
    entries: [],
    verdicts: [{ eventId: id, outcome: 'dropped', rule: 'model:system' }],
    warnings: [],
    shortenedRules: null,
  })
})

it('passes over a kind from a newer app', () => {
  const history = createHistory()
  history.user('a')
  const strange = { ...history.path[0], kind: 'mood.changed' } as unknown as DurableEvent
  expect(convertEvents([strange], input()).verdicts).toMatchObject([{ rule: 'model:unknown-kind' }])
})

it('warns once about a kind whose extension is gone, and renders its items', () => {
  const history = createHistory()
  history.item({ kind: 'ext-weather', content: 'sun' })
  history.item({ kind: 'ext-weather', content: 'rain' })
  const { entries, warnings } = convertEvents(history.path, input())
  expect(entries.map((entry) => textOf(entry.message))).toEqual([
    '<system-reminder>\nsun\n</system-reminder>',
    '<system-reminder>\nrain\n</system-reminder>',
  ])
  expect(warnings).toHaveLength(1)
})

it('lets the items of a kind share one allowance per run, the first ones first', () => {
  const history = createHistory()
  const recall = { kind: 'memory-recall', origin: 'memory', lifetime: 'run' } as const
  history.item({ ...recall, content: 'a'.repeat(150) }, 1)
  const cut = history.item({ ...recall, content: 'b'.repeat(150) }, 1)
  const gone = history.item({ ...recall, content: 'c'.repeat(150) }, 1)
  history.item({ ...recall, content: 'd'.repeat(150) }, 2)
  const { entries, verdicts } = convertEvents(history.path, input())
  expect(verdicts).toEqual([
    { eventId: cut, outcome: 'truncated', rule: 'share' },
    { eventId: gone, outcome: 'dropped', rule: 'share' },
  ])
  const texts = entries.map((entry) => textOf(entry.message))
  expect(texts[1]).toMatch(/b\n\[\d+ characters left out\]\n<\/system-reminder>$/)
  expect(texts[2]).toContain('d'.repeat(150))
})

it('names an attachment that does not fit, and the path of the whole text', () => {
  const history = createHistory()
  const attached = (name: string) => ({
    ...({ kind: 'attachment', origin: 'user', content: name.repeat(4_000) } as const),
    attrs: { name, path: `orrery-output:${name}` },
  })
  const cut = history.item(attached('a'), 1)
  const gone = history.item(attached('b'), 1)
  const { entries, verdicts } = convertEvents(history.path, input())
  expect(verdicts).toEqual([
    { eventId: cut, outcome: 'truncated', rule: 'share' },
    { eventId: gone, outcome: 'truncated', rule: 'share' },
  ])
  const [first, second] = entries.map(({ message }) => [message.role, textOf(message)])
  expect(first?.[0]).toBe('user')
  expect(first?.[1]).toMatch(
    /a\n\[\d+ characters left out\]\n\[a does not fit here as a whole. All of it can be read/,
  )
  expect(second?.[1]).toBe(
    '<attachment name="b" path="orrery-output:b">\n[b does not fit here as a whole. All of it can be read under the path orrery-output:b]\n</attachment>',
  )
})

it('prefers the share of the policy to that of the descriptor', () => {
  const history = createHistory()
  const id = history.item({ kind: 'memory-recall', origin: 'memory', content: 'a'.repeat(150) })
  const truncation = [{ kind: 'memory-recall', maxBudgetFraction: 0.1, strategy: 'drop' as const }]
  const { verdicts } = convertEvents(history.path, input({ policy: { truncation, alwaysKeepKinds: [] } }))
  expect(verdicts).toEqual([{ eventId: id, outcome: 'dropped', rule: 'share' }])
})

it('marks the kinds that must stay, by descriptor and by policy', () => {
  const history = createHistory()
  history.item({ kind: 'steer', origin: 'user' })
  history.item({ kind: 'date-change' })
  history.item({ kind: 'runtime-notice' })
  const policy = { truncation: [], alwaysKeepKinds: ['date-change'] }
  const { entries } = convertEvents(history.path, input({ policy }))
  expect(entries).toMatchObject([{ mustKeep: true }, { mustKeep: true }, { mustKeep: false }])
})

it('shortens rules with a note, tells those without room by name, and says which were shortened', () => {
  const history = createHistory()
  const rules = (path: string, content: string) =>
    history.item({ kind: 'project-rules', content, attrs: { path, why: 'nested' } })
  rules('a/AGENTS.md', 'Rule. '.repeat(500))
  rules('a/b/AGENTS.md', 'Use tabs.')
  for (const name of ['c', 'd', 'e']) rules(`a/b/${name}/AGENTS.md`, 'Rule. '.repeat(500))
  const { entries, verdicts, shortenedRules } = convertEvents(history.path, input({ usableTokens: 2_000 }))
  const [far = '', near = '', ...others] = entries.map(({ message }) => textOf(message))
  const note = '[The file is longer; only its beginning is shown.]'
  expect(far).toMatch(/Rule\. Rule\./)
  expect(far).toContain(note)
  expect(near).toContain('Use tabs.')
  expect(near).not.toContain(note)
  for (const [at, text] of others.entries()) expect([at, text.includes(note)]).toEqual([at, true])
  expect(others.at(-1)).not.toContain('Rule.')
  expect(others.at(-1)).toContain('a/b/e/AGENTS.md')
  expect(entries.map(({ message }) => textOf(message)).join('').length).toBeLessThan(1_600)
  expect(verdicts.filter(({ outcome }) => outcome === 'truncated')).toHaveLength(4)
  expect(shortenedRules).toBe('a/AGENTS.md')
})
