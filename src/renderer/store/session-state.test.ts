import { expect, it } from 'vitest'
import { SessionId } from '#shared/ids.ts'
import type { SessionMeta } from '#shared/session/session.ts'
import { NO_SESSION, type SessionState, writtenTo } from './session-state.ts'

const first = SessionId.parse('ses_00000001')
const second = SessionId.parse('ses_00000002')
const meta = { title: 'A chat' } as SessionMeta
const folds = { ...NO_SESSION.folds, session: { meta } } as SessionState['folds']

it.each([
  ['nothing is open', {}, null],
  ['a new chat is on its way', { opening: first, expected: meta }, first],
  ['a chat is on its way of which nothing is known', { opening: first }, null],
  ['a chat is shown', { sessionId: first, folds }, first],
  ['another one was asked for', { sessionId: first, folds, opening: second }, second],
])('what is written goes to the chat that was asked for, when %s', (_, state: Partial<SessionState>, to) => {
  expect(writtenTo({ ...NO_SESSION, ...state })?.sessionId ?? null).toBe(to)
})
