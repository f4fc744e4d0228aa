import { describe, expect, it } from 'vitest'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { RunStatus } from '#shared/run/run.ts'
import type { SessionListing } from '#shared/session/session.ts'
import { openTestLog } from '../../../../test/support/data/open-log.ts'
import { createRunRig } from '../../../../test/support/rigs/run-rig.ts'
import { createListings } from './listings.ts'

async function open() {
  const log = openTestLog()
  const { sessions, ...rig } = createRunRig({ replies: [], log })
  const changes: SessionListing[] = []
  const listings = createListings({ ...log, changed: (listing) => void changes.push(listing) })
  const chat = async (title: string): Promise<SessionId> => {
    const id = await rig.open()
    sessions.update(id, { title })
    return id
  }
  const run = (id: SessionId, status: RunStatus, at: number) =>
    log.rows.putRun.run(log.newId('run'), id, status, null, at, '{}')
  const first = await chat('first')
  const projectId = sessions.get(first).meta.projectId as ProjectId
  return { ...log, sessions, listings, changes, chat, run, first, projectId }
}

describe('the lines of the sidebar', () => {
  it.each<[RunStatus[], SessionListing['state']]>([
    [[], 'idle'],
    [['running'], 'running'],
    [['pending'], 'running'],
    [['paused'], 'running'],
    [['completed'], 'done'],
    [['failed'], 'failed'],
    [['cancelled'], 'stopped'],
    [['failed', 'completed'], 'done'],
    [['completed', 'running'], 'running'],
  ])('show a chat whose runs are %j as %s', async (statuses, state) => {
    const { listings, run, first, projectId } = await open()
    statuses.forEach((status, index) => void run(first, status, index))
    expect(listings.ofProject(projectId, 10).sessions.map((line) => line.state)).toEqual([state])
  })

  it('show a chat that came to a line as paused, and one that failed otherwise as failed', async () => {
    const { listings, rows, newId, first, projectId } = await open()
    const ends = (at: number, name: string) => {
      const record = JSON.stringify({ error: { said: [{ name, facts: {} }] } })
      rows.putRun.run(newId('run'), first, 'failed', null, at, record)
      return listings.ofProject(projectId, 10).sessions.map((line) => line.state)
    }
    expect([ends(1, 'chat.tokensReached'), ends(2, 'llm.noKey')]).toEqual([['paused'], ['failed']])
  })

  it('show a chat with an open question as waiting, whatever its run says', async () => {
    const { listings, rows, run, first, projectId } = await open()
    run(first, 'running', 1)
    rows.putInteraction.run('req_00000001', first, '{}')
    expect(listings.ofProject(projectId, 10).sessions.map((line) => line.state)).toEqual(['waiting'])
  })

  it('come newest first, as many as asked for, without what is archived, and with the number of all', async () => {
    const { listings, sessions, chat, projectId } = await open()
    const hidden = await chat('hidden')
    await chat('third')
    await chat('fourth')
    sessions.update(hidden, { archived: true })
    const { sessions: lines, total } = listings.ofProject(projectId, 2)
    expect([lines.map((line) => line.title), total]).toEqual([['fourth', 'third'], 3])
  })

  it('hold the newest of archived and other chats together, pinned ones first', async () => {
    const { listings, sessions, first, chat, projectId } = await open()
    const [second, third] = [await chat('second'), await chat('third')]
    await chat('fourth')
    sessions.update(second, { archived: true })
    sessions.update(third, { archived: true })
    sessions.update(first, { pinned: true })
    const titles = (limit: number) =>
      listings.ofProject(projectId, limit, true).sessions.map(({ title }) => title)
    expect(titles(10)).toEqual(['first', 'fourth', 'third', 'second'])
    expect(titles(3)).toEqual(['first', 'fourth', 'third'])
    expect(listings.ofProject(projectId, 1, true).total).toBe(4)
  })

  it('leave out a chat whose record is no JSON, and report it', async () => {
    const { listings, db, chat, first, projectId, unreadable } = await open()
    await chat('whole')
    db.prepare("UPDATE sessions SET record = '{' WHERE id = ?").run(first)
    expect(listings.ofProject(projectId, 10).sessions.map((line) => line.title)).toEqual(['whole'])
    expect(unreadable).toEqual([{ id: first, kind: 'session' }])
  })

  it('are told when a chat gets another title', async () => {
    const { changes, sessions, first } = await open()
    changes.length = 0
    sessions.update(first, { title: 'renamed' })
    expect(changes).toMatchObject([{ id: first, title: 'renamed', state: 'idle' }])
  })

  it('are made from their own tables: the folds of no chat are read', async () => {
    const { db, newId, first, projectId } = await open()
    db.prepare("UPDATE contexts SET record = 'broken' WHERE session_id = ?").run(first)
    const after = openTestLog({ after: { db, newId } })
    const { total } = createListings({ ...after, changed: () => {} }).ofProject(projectId, 10)
    expect({ total, rebuilt: after.reports }).toEqual({ total: 1, rebuilt: [] })
  })
})
