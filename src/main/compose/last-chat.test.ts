import { expect, it } from 'vitest'
import { EMPTY_FOLDS, type SessionFolds } from '#shared/events/fold.ts'
import { SessionId } from '#shared/ids.ts'
import { lastChatOf } from './last-chat.ts'

const id = SessionId.parse('ses_00000001')
const meta = { title: 'A chat' }

function folds(session: object, runs: object = {}): SessionFolds {
  return { ...EMPTY_FOLDS, session: { id, kind: 'chat', meta, ...session }, runs } as SessionFolds
}

function last(of: SessionFolds, lastSession: SessionId | null = id) {
  return lastChatOf({
    settings: { lastSession: () => lastSession },
    folds: () => of,
    draftOf: () => 'half a',
  })
}

it('gives what one needs to write to the chat before it is read', () => {
  expect(last(folds({}))).toEqual({ id, meta, draft: 'half a' })
})

it('leaves it to the log what words are for while a run goes on', () => {
  expect(last(folds({}, { one: { status: 'running' } }))?.meta).toBeNull()
  expect(last(folds({}, { one: { status: 'completed' } }))?.meta).toEqual(meta)
})

it('finds none where nothing was open, nothing is stored, or it is no chat to come back to', () => {
  const inBin = folds({ meta: { ...meta, deletedAt: 5 } })
  expect([last(folds({}), null), last(EMPTY_FOLDS), last(inBin), last(folds({ kind: 'workflow' }))]).toEqual([
    null,
    null,
    null,
    null,
  ])
})
