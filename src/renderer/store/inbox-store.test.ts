import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import type { Api } from '../api.ts'
import { createInboxStore } from './inbox-store.ts'

const item = (title: string) => ({ sessionId: title as SessionId, title }) as InboxItem

/** A main that answers when the test says so. */
function open() {
  const asked: { answer: (titles: string[]) => void; fail: (error: unknown) => void }[] = []
  const call = () =>
    new Promise((resolve, reject) => {
      asked.push({ answer: (titles) => resolve(titles.map(item)), fail: reject })
    })
  const inbox = createInboxStore({ call, onEvent: () => () => undefined } as unknown as Api)
  const titles = () => inbox.store.getState().items?.map(({ title }) => title) ?? null
  return { inbox, asked, titles }
}

describe('the list of what waits', () => {
  it('is asked for once more when it changed while main was answering, and not more often', async () => {
    const { inbox, asked, titles } = open()
    const done = Promise.all([inbox.load(), inbox.load(), inbox.load()])
    asked[0]?.answer(['one'])
    await expect.poll(() => asked.length).toBe(2)
    asked[1]?.answer(['one', 'two'])
    await done
    expect([titles(), asked.length]).toEqual([['one', 'two'], 2])
  })

  it('stays as it was when main cannot answer, with the reason, and can be asked for again', async () => {
    const { inbox, asked, titles } = open()
    const first = inbox.load()
    asked[0]?.answer(['one'])
    await first
    const second = inbox.load()
    asked[1]?.fail(AppError.quoting('db.full', 'The disk is full.'))
    await second
    expect([titles(), inbox.store.getState().problem?.message]).toEqual([['one'], 'The disk is full.'])
    const third = inbox.load()
    asked[2]?.answer([])
    await third
    expect(inbox.store.getState()).toEqual({ items: [], problem: null })
  })
})
