import { expect, it } from 'vitest'
import { ProjectId, SessionId } from '#shared/ids.ts'
import type { SessionListing } from '#shared/session/session.ts'
import { findChat } from './find-chat.ts'

const projectId = ProjectId.parse('prj_00000001')
const chat = (id: string, title: string, updatedAt: number) =>
  ({ id: SessionId.parse(id), title, updatedAt, projectId }) as SessionListing
const TIDE = chat('ses_00000001', 'Tide', 1)
const TABLE = chat('ses_00000002', 'A table of the tide', 3)
const GONE = chat('ses_00000003', 'Gone', 4)

const find = (named: string) =>
  findChat(
    {
      projects: async () => [{ id: projectId }],
      chats: {
        chat: (id) => [TIDE, TABLE, GONE].find((each) => each.id === id) ?? null,
        chats: () => ({ sessions: [TABLE, TIDE] }),
        bin: () => [GONE],
      },
    },
    named,
  )

it('knows a chat by its id, by its whole title, and by words of it', async () => {
  expect([await find(TABLE.id), await find(' tide'), await find('of the')]).toEqual([TABLE, TIDE, TABLE])
})

it.each([GONE.id, 'ses_00000009', 'moon', '', ' '])('says in words that %j is none', async (named) => {
  await expect(find(named)).rejects.toThrow(`There is no chat “${named}” here.`)
})
