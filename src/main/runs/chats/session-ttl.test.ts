import { expect, it } from 'vitest'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { openTestLog } from '../../../../test/support/data/open-log.ts'
import { createRunRig } from '../../../../test/support/rigs/run-rig.ts'
import { createRestingChats } from '../../log/listings/resting-chats.ts'
import { createSessionTtl } from './session-ttl.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

async function open() {
  const log = openTestLog()
  const { sessions, ...rig } = createRunRig({ replies: [], log })
  const chat = await rig.open()
  const projectId = sessions.get(chat).meta.projectId as ProjectId
  const scene = { days: 3 as number | null, now: DAY_MS, busy: new Set<SessionId>() }
  const failures: unknown[] = []
  const waits: number[] = []
  const ttl = createSessionTtl({
    projects: async () => [{ id: projectId, path: '/work/ledger' }],
    daysOf: async () => {
      if (scene.days === 0) throw new Error('unreadable')
      return scene.days
    },
    resting: createRestingChats(log.db),
    busy: () => scene.busy,
    sessions,
    now: () => scene.now,
    after: async (ms) => {
      waits.push(ms)
      if (waits.length === 2) throw new Error('closed')
    },
    failed: (error) => failures.push(error),
  })
  const isArchived = (id = chat) => sessions.get(id).meta.archived
  return { ...log, sessions, ttl, scene, chat, isArchived, waits, failures, open: rig.open }
}

it('archives a chat in which nothing happened for so many days, and not before', async () => {
  const { ttl, scene, isArchived } = await open()
  scene.now = 3 * DAY_MS
  expect([await ttl.archiveOld(), isArchived()]).toEqual([0, false])
  scene.now = 3 * DAY_MS + 60_000
  expect([await ttl.archiveOld(), isArchived()]).toEqual([1, true])
})

it('archives nothing where the settings do not say so', async () => {
  const { ttl, scene } = await open()
  scene.days = null
  scene.now = 3_000 * DAY_MS
  expect(await ttl.archiveOld()).toBe(0)
})

it('leaves pinned, unread and waiting chats and those at work', async () => {
  const { ttl, scene, sessions, chat, db, rows, open: another } = await open()
  sessions.update(chat, { pinned: true })
  const [unread, waiting, atWork] = [await another(), await another(), await another()]
  db.prepare('INSERT INTO unread_sessions (session_id) VALUES (?)').run(unread)
  rows.putInteraction.run('req_00000001', waiting, '{}')
  scene.busy.add(atWork)
  scene.now = 10 * DAY_MS
  expect(await ttl.archiveOld()).toBe(0)
})

it('counts what the person does with a chat as something new', async () => {
  const { ttl, scene, sessions, db, chat, isArchived } = await open()
  scene.now = 10 * DAY_MS
  await ttl.archiveOld()
  sessions.update(chat, { archived: false })
  db.prepare('UPDATE events SET ts = ? WHERE seq = (SELECT max(seq) FROM events)').run(9 * DAY_MS)
  expect([await ttl.archiveOld(), isArchived()]).toEqual([0, false])
})

it('looks again and again until the app ends', async () => {
  const { ttl, waits } = await open()
  await expect(ttl.keepArchiving(new AbortController().signal)).rejects.toThrow('closed')
  expect(waits).toEqual([DAY_MS / 4, DAY_MS / 4])
})

it('looks again after a look that failed', async () => {
  const { ttl, scene, waits, failures } = await open()
  scene.days = 0
  await expect(ttl.keepArchiving(new AbortController().signal)).rejects.toThrow('closed')
  expect([waits.length, failures]).toEqual([2, [new Error('unreadable'), new Error('unreadable')]])
})
