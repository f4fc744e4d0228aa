import { expect, it } from 'vitest'
import { openTestLog } from '../../../test/support/data/open-log.ts'
import { createRunRig } from '../../../test/support/rigs/run-rig.ts'
import { createListings } from './listings/listings.ts'

const note = { kind: 'ext.data' as const, payload: { ns: 'test', data: 1 } }

it('goes on numbering after the newest row, also when this version cannot read it', async () => {
  const log = openTestLog()
  const sessionId = await createRunRig({ replies: [], log }).open()
  log.store.append(sessionId, [note])
  log.db.prepare("UPDATE events SET kind = 'from.the.future' WHERE seq = 4").run()
  log.store.rebuild(sessionId)

  const after = openTestLog({ after: log })
  expect(after.store.append(sessionId, [note]).map((event) => event.seq)).toEqual([5])
})

it('goes on numbering in a session whose first event is damaged', async () => {
  const log = openTestLog()
  const sessionId = log.newId('session')
  log.store.append(sessionId, [note])
  const after = openTestLog({ after: log })
  expect(after.store.append(sessionId, [note]).map((event) => event.seq)).toEqual([2])
})

it('tells every listener although one of them fails, and says that it failed', () => {
  const log = openTestLog()
  const heard: string[] = []
  log.bus.subscribe(() => {
    throw new Error('a listener broke')
  })
  log.bus.subscribe((_sessionId, events) => void heard.push(...events.map((event) => event.kind)))
  expect(log.bus.publish(log.newId('session'), [note])).toHaveLength(1)
  expect(heard).toEqual(['ext.data'])
  expect(log.reports.map(String)).toEqual(['Error: a listener broke'])
})

it('lists the other chats when the line of one is damaged', async () => {
  const log = openTestLog()
  const rig = createRunRig({ replies: [], log })
  const [broken, whole] = [await rig.open(), await rig.open()]
  log.db.prepare("UPDATE sessions SET record = '{}' WHERE id = ?").run(broken)
  const { projectId } = rig.sessions.get(whole).meta
  if (projectId === null) throw new Error('no project')
  const listings = createListings({ ...log, changed: () => {} })
  expect(listings.ofProject(projectId, 10).sessions.map((session) => session.id)).toEqual([whole])
})
