import { expect, it } from 'vitest'
import { ContextId, SessionId } from '#shared/ids.ts'
import type { ContextRecord } from '#shared/session/session.ts'
import { headsOf } from './chat-contexts.ts'

const idOf = (name: string) => ContextId.parse(`ctx_0000000${name}`)

const context = (
  id: string,
  mode: ContextRecord['mode'],
  from: string | null,
  status: ContextRecord['status'] = 'sleeping',
): ContextRecord => ({
  id: idOf(id),
  sessionId: SessionId.parse('ses_00000001'),
  agentId: 'build',
  personaHash: '',
  leaf: null,
  mode,
  status,
  from: from === null ? null : idOf(from),
})
const shown = (contexts: readonly ContextRecord[], unused: readonly string[] = []) =>
  headsOf(contexts, ({ id }) => !unused.includes(id.slice(-1))).map(({ id }) => id.slice(-1))

it('leaves out histories that another context continues', () => {
  const all = [
    context('a', 'fresh', null),
    context('b', 'continue', 'a'),
    context('c', 'continue', 'b'),
    context('d', 'bridge', 'c'),
  ]
  expect(shown(all)).toEqual(['c', 'd'])
})

it('shows a continued history again once nobody uses its continuation, or it is closed', () => {
  const unused = [context('a', 'fresh', null), context('b', 'continue', 'a')]
  expect(shown(unused, ['b'])).toEqual(['a'])
  const closed = [context('a', 'fresh', null), context('b', 'continue', 'a', 'closed')]
  expect(shown(closed)).toEqual(['a', 'b'])
})

it('ends for a damaged log whose contexts continue each other', () => {
  expect(shown([context('a', 'continue', 'b'), context('b', 'continue', 'a')])).toEqual([])
})
