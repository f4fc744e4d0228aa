import { describe, expect, it } from 'vitest'
import { EMPTY_FOLDS, type SessionFolds } from '#shared/events/fold.ts'
import { SessionId } from '#shared/ids.ts'
import { createDrawnChats } from './drawn-chats.ts'
import { lastChatOf, undrawnChatOf } from './last-chat.ts'

const id = SessionId.parse('ses_00000001')
const meta = { title: 'A chat' }

function folds(session: object, runs: object = {}): SessionFolds {
  return { ...EMPTY_FOLDS, session: { id, kind: 'chat', meta, ...session }, runs } as SessionFolds
}

function last(of: SessionFolds, lastSession: SessionId | null = id, undrawn: SessionId | null = null) {
  return lastChatOf({
    settings: { lastSession: () => lastSession, undrawnSession: () => undrawn },
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

describe('a chat that was not drawn', () => {
  const other = SessionId.parse('ses_00000002')
  const stored = folds({ meta: { title: 'A chat', projectId: null } })

  function reported(...reports: readonly (readonly [SessionId, boolean])[]) {
    let undrawn: SessionId | null = null
    const settings = {
      lastSession: () => id,
      undrawnSession: () => undrawn,
      setUndrawnSession: (next: SessionId | null) => {
        undrawn = next
      },
    }
    const chats = createDrawnChats(settings)
    for (const [chat, drawn] of reports) chats.report(chat, drawn)
    return undrawnChatOf({ settings, folds: () => stored })
  }

  it('is not opened again at a start', () => {
    expect(last(stored, id, id)).toBeNull()
    expect(last(stored, id, other)).not.toBeNull()
  })

  it('is named, until a window has drawn it', () => {
    expect(reported([id, false])).toEqual({ id, projectId: null, title: 'A chat' })
    expect(reported([id, false], [id, true])).toBeNull()
    expect(reported([id, false], [other, true])).not.toBeNull()
    expect(reported([id, false], [id, true], [id, false])).not.toBeNull()
  })

  it('is nothing to speak of when another chat was opened after it', () => {
    expect(reported([id, false], [other, false])).toBeNull()
  })
})
