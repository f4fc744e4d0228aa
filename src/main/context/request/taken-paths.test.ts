import { expect, it } from 'vitest'
import { toolCallsOf } from '#shared/session/message-words.ts'
import { createHistory } from '../../../../test/support/data/history.ts'
import type { Entry } from '../branch/entry.ts'
import { withTakenPaths } from './taken-paths.ts'

const call = (path: string) => ({
  t: 'tool_call' as const,
  callId: 'c',
  name: 'read',
  args: { path, limit: 5 },
})
const outcome = (path?: { readonly given: string; readonly taken: string }) => ({
  tool: { callId: 'c', name: 'read', isError: false, durationMs: 1, ...(path === undefined ? {} : { path }) },
})

/** The entries of a history. */
function entriesOf({ path }: ReturnType<typeof createHistory>): Entry[] {
  return path.flatMap((event): Entry[] =>
    event.kind === 'message'
      ? [{ from: 'message', eventId: event.id, message: event.payload.message, merged: [] }]
      : [],
  )
}
const pathsIn = (entries: readonly Entry[]) =>
  entries.flatMap(({ message }) => toolCallsOf(message).map(({ args }) => args))

it('shows a call with the path that was used for it, and others as they are', () => {
  const history = createHistory()
  history.user('Read it.')
  history.answer(call('/Tide.txt'))
  history.result('c', 'High water', outcome({ given: '/Tide.txt', taken: 'tide.txt' }))
  // Some servers give every call of a chat the same id.
  history.answer(call('/Tide.txt'))
  history.result('c', 'does not exist', outcome())
  const entries = entriesOf(history)
  expect(pathsIn(withTakenPaths(entries))).toEqual([
    { path: 'tide.txt', limit: 5 },
    { path: '/Tide.txt', limit: 5 },
  ])
  expect(pathsIn(entries)).toEqual([
    { path: '/Tide.txt', limit: 5 },
    { path: '/Tide.txt', limit: 5 },
  ])
})

it('changes nothing where every path was used as it was given', () => {
  const history = createHistory()
  history.answer(call('tide.txt'))
  history.result('c', 'High water', outcome())
  const entries = entriesOf(history)
  expect(withTakenPaths(entries)).toBe(entries)
})
