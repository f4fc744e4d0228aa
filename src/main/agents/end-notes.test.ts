import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ContextId, ModelRef, ProjectId, RunId, SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { openTestLog } from '../../../test/support/open-log.ts'
import { createRunRig } from '../../../test/support/run-rig.ts'
import { createInbox, type Letter } from '../runs/inbox.ts'
import { createEndNotes } from './end-notes.ts'
import { newestRunOf } from './newest-run.ts'

type Log = ReturnType<typeof openTestLog>

/** One start of the app on this log. `diesAt` says after which steps of telling it is killed: nothing follows then. */
function host(log: Log, diesAt: 'never' | 'before' | 'after' = 'never') {
  const { sessions } = createRunRig({ replies: [], log })
  const inbox = createInbox({
    ...{ log: log.log, activeRun: () => null, subscribe: log.bus.subscribe },
    goOn: (id, first) => void log.bus.publish(id, first),
    report: (error) => {
      throw error
    },
  })
  const put = (id: SessionId, letter: Letter): void => {
    if (diesAt === 'before') return
    const dies = () => {
      throw new Error('The app was killed.')
    }
    inbox.put(id, diesAt === 'after' ? { ...letter, stored: dies } : letter)
  }
  return createEndNotes({ sessions, inbox: { put }, lastWords: () => 'found' })
}

async function chatOf(log: Log) {
  const { sessions } = createRunRig({ replies: [], log })
  const place = { kind: 'child', mode: 'fresh', agentId: 'general' } as const
  const wanted = {
    ...{ projectId: 'prj_00000001' as ProjectId, cwd: '/', model: 'test/scripted' as ModelRef },
    ...{ permissionMode: 'ask' as const, title: 'x' },
  }
  const chat = await sessions.create(wanted)
  const agent = async (background: boolean): Promise<SessionId> => {
    const id = await sessions.create({ ...wanted, place: { ...place, parentSessionId: chat } })
    sessions.update(id, { background })
    return id
  }
  return { chat, agent, sessions }
}

/** As an agent that was recruited stands in the tables. */
function markTeammate(log: Log, id: SessionId): void {
  log.db
    .prepare(
      `UPDATE sessions SET record = json_set(record, '$.task', json('{"teammate":"Ada"}')) WHERE id = ?`,
    )
    .run(id)
}

/** A run of an agent that came to this; null: it goes on. */
function runOf(log: Log, id: SessionId, end: 'completed' | 'failed' | 'cancelled' | null): RunId {
  const runId = log.newId('run')
  const contextId = Object.keys(log.store.folds(id).contexts)[0] as ContextId
  const spec = { kind: 'child', contextId, agentId: 'general', model: 'test/scripted' }
  const states = [null, 'pending', 'running', end]
  for (const [index, to] of states.slice(1).entries()) {
    if (to === null) continue
    const payload = { runId, from: states[index], to, ...(index === 0 ? { spec } : {}) }
    log.bus.publish(id, [{ kind: 'run.status', runId, contextId, payload } as NewDurableEvent])
  }
  return runId
}

const notesIn = (log: Log, chat: SessionId) =>
  log.reader
    .eventsAfter(chat, 0)
    .flatMap((event) => (event.kind === 'harness.item' ? [event.payload.attrs?.['id'] ?? ''] : []))

const newest = (log: Log, id: SessionId): RunRecord => {
  const run = newestRunOf(log.log, id)
  if (run === null) throw new Error('It never ran.')
  return run
}

it('tells an end once when the app is killed between the note and whatever follows it', async () => {
  const log = openTestLog()
  const { chat, agent } = await chatOf(log)
  const id = await agent(true)
  runOf(log, id, 'completed')
  const dying = host(log, 'after')
  try {
    dying.ended(id, newest(log, id))
  } catch {
    // Killed.
  }
  expect(notesIn(log, chat)).toEqual([id])
  const after = openTestLog({ after: log })
  host(after).catchUp(after.reader.untoldEnds())
  expect(notesIn(after, chat)).toEqual([id])
})

it('does not tell again what a version before this one has told', async () => {
  const log = openTestLog()
  const { chat, agent, sessions } = await chatOf(log)
  const id = await agent(true)
  sessions.update(id, { toldRun: runOf(log, id, 'completed') })
  host(log).catchUp(log.reader.untoldEnds())
  expect(notesIn(log, chat)).toEqual([])
})

const life = fc.record({
  background: fc.boolean(),
  teammate: fc.boolean(),
  runs: fc.array(fc.constantFrom('completed', 'failed', 'cancelled'), { maxLength: 3 }),
  goesOn: fc.boolean(),
  told: fc.constantFrom('never', 'before', 'after', null),
})

it('tells every end nobody was told of, once, over any number of agents and starts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(life, { maxLength: 8 }), async (lives) => {
      const log = openTestLog()
      const { chat, agent } = await chatOf(log)
      const wanted: SessionId[] = []
      for (const { background, teammate, runs, goesOn, told } of lives) {
        const id = await agent(background)
        for (const end of [...runs, ...(goesOn ? [null] : [])]) runOf(log, id, end)
        if (teammate) markTeammate(log, id)
        const run = newestRunOf(log.log, id)
        if (!background || teammate || run === null || !isTerminal(run.status)) continue
        wanted.push(id)
        try {
          if (told !== null) host(log, told).ended(id, run)
        } catch {
          // Killed.
        }
      }
      const after = openTestLog({ after: log })
      host(after, 'before').catchUp(after.reader.untoldEnds())
      for (let start = 0; start < 2; start += 1) host(after).catchUp(after.reader.untoldEnds())
      expect(notesIn(after, chat).toSorted()).toEqual(wanted.toSorted())
      expect(after.reader.untoldEnds()).toEqual([])
      log.db.close()
    }),
    { numRuns: 40 },
  )
})
