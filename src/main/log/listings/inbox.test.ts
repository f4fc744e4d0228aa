import { describe, expect, it } from 'vitest'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ProjectId, RequestId, SessionId } from '#shared/ids.ts'
import { openTestLog } from '../../../../test/support/data/open-log.ts'
import { createRunRig } from '../../../../test/support/rigs/run-rig.ts'
import { createInbox } from './inbox.ts'

async function open() {
  const log = openTestLog()
  const { sessions, ...rig } = createRunRig({ replies: [], log })
  let changes = 0
  const changed = () => {
    changes += 1
  }
  const inbox = createInbox({ ...log, changed })
  const chat = async (title: string): Promise<SessionId> => {
    const id = await rig.open()
    sessions.update(id, { title })
    return id
  }
  /** Starts the session of an agent that works for another session. */
  const agent = (title: string, parentSessionId: SessionId, kind: 'child' | 'workflow' = 'child') => {
    const { meta, cwd } = sessions.get(parentSessionId)
    const { model, permissionMode } = meta
    const projectId = meta.projectId as ProjectId
    const place = { kind, parentSessionId, mode: 'fresh' as const, agentId: 'build' }
    return sessions.create({ projectId, cwd, model, permissionMode, title, place })
  }
  const ask = (id: SessionId, command: string): RequestId => {
    const requestId = log.newId('request')
    const asked: NewDurableEvent = {
      kind: 'interaction.requested',
      payload: { requestId, what: 'permission', prompt: 'Run', tool: 'bash', args: { command } },
    }
    log.bus.publish(id, [asked])
    return requestId
  }
  const answer = (id: SessionId, requestId: RequestId) =>
    log.bus.publish(id, [{ kind: 'interaction.resolved', payload: { requestId, outcome: 'denied' } }])
  const run = async (title: string, launcher: SessionId): Promise<SessionId> => {
    const id = await agent(title, launcher, 'workflow')
    log.db
      .prepare(
        `INSERT INTO workflow_runs
           (id, session_id, project_id, state, name, created_at, updated_at, script, args, listing)
         VALUES ('wfr_00000001', ?, 'prj_00000001', 'running', 'review', 1, 1, '', '{}', '{}')`,
      )
      .run(id)
    return id
  }
  return { ...log, sessions, inbox, chat, agent, run, ask, answer, changes: () => changes }
}

describe('the inbox', () => {
  it('holds what waits in every session, the oldest first, and says who asks', async () => {
    const { inbox, chat, agent, run, ask } = await open()
    const one = await chat('Fix rounding')
    const two = await chat('Draft the report')
    ask(await agent('F7 vote 2', await run('review-changes', one)), 'pnpm test')
    ask(two, 'ls')
    ask(await agent('Explore', one), 'git log')
    expect(inbox.list().map(({ title, asker }) => ({ title, asker }))).toEqual([
      {
        title: 'F7 vote 2',
        asker: { kind: 'workflow', workflowRunId: 'wfr_00000001', run: 'review-changes' },
      },
      { title: 'Draft the report', asker: { kind: 'chat' } },
      { title: 'Explore', asker: { kind: 'child', parentSessionId: one, parentTitle: 'Fix rounding' } },
    ])
  })

  it('loses a line that is answered, and one whose chat is put in the bin', async () => {
    const { inbox, chat, ask, answer, sessions } = await open()
    const one = await chat('one')
    const two = await chat('two')
    answer(one, ask(one, 'ls'))
    ask(two, 'ls')
    expect(inbox.list().map(({ title }) => title)).toEqual(['two'])
    sessions.update(two, { deletedAt: 5 })
    expect(inbox.list()).toEqual([])
  })

  it('asks nothing for a chat in the bin, of however many agents, and all of it again when that is restored', async () => {
    const { inbox, chat, agent, run, ask, sessions } = await open()
    const one = await chat('one')
    const upper = await agent('upper', one)
    ask(upper, 'ls')
    ask(await agent('lower', upper), 'ls')
    ask(await agent('of a script', await run('review', one)), 'ls')
    const titles = () => inbox.list().map(({ title }) => title)
    sessions.update(one, { deletedAt: 5 })
    // A script continues without the chat that launched it.
    expect(titles()).toEqual(['of a script'])
    sessions.update(one, { deletedAt: null })
    expect(titles()).toEqual(['upper', 'lower', 'of a script'])
  })

  it('is the same after a restart', async () => {
    const { inbox, chat, ask, db, newId } = await open()
    ask(await chat('one'), 'ls')
    const after = openTestLog({ after: { db, newId } })
    expect(createInbox({ ...after, changed: () => {} }).list()).toEqual(inbox.list())
  })

  it('tells once of what changes within the same moment, and nothing of what is not in it', async () => {
    const { chat, ask, answer, frames, changes, bus } = await open()
    const one = await chat('one')
    frames.pass()
    const before = changes()
    ask(one, 'a')
    answer(one, ask(one, 'b'))
    expect(changes()).toBe(before)
    frames.pass()
    expect(changes()).toBe(before + 1)
    bus.publish(one, [{ kind: 'audit', payload: { action: 'looked', actor: 'user', detail: {} } }])
    frames.pass()
    expect(changes()).toBe(before + 1)
  })

  it('passes over a line that cannot be read, and reports it', async () => {
    const { inbox, rows, chat, unreadable } = await open()
    rows.putInteraction.run('req_00000009', await chat('one'), '{}')
    expect([inbox.list(), unreadable]).toEqual([[], [{ id: 'req_00000009', kind: 'interaction' }]])
  })
})
