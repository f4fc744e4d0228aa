import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError, type AppErrorData } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ContextId, ModelRef, ProjectId, RunId, SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { say } from '#shared/sentences.ts'
import { openTestLog } from '../../../../test/support/data/open-log.ts'
import { createRunRig } from '../../../../test/support/rigs/run-rig.ts'
import { createMessageRouting } from '../../runs/chats/message-routing.ts'
import { CLOSED } from '../../runs/run/closing.ts'
import { createInbox, type Letter } from '../../runs/run/inbox.ts'
import { createInboxRouting } from '../chats/inbox-routing.ts'
import { newestRunOf } from '../records/newest-run.ts'
import { createCompletionNotices } from './completion-notices.ts'

type Log = ReturnType<typeof openTestLog>
type Why = { readonly reason?: string; readonly error?: AppErrorData }

/** One start of the app on this log. `diesAt` says after which steps of telling it is killed: nothing follows then. */
function host(log: Log, diesAt: 'never' | 'before' | 'after' = 'never') {
  const woken: SessionId[] = []
  const wake = async (id: SessionId) => {
    woken.push(id)
    throw AppError.forAgent('tool.failed', 'Nobody can go on here.')
  }
  const children = { isAtWork: () => false, wake }
  const routing = createInboxRouting({ log: log.log, children, teammates: { mayGoOn: () => false, wake } })
  const ofChat = createMessageRouting({ log: log.log, activeRun: () => null })
  const inbox = createInbox({
    log: log.log,
    subscribe: log.bus.subscribe,
    wake: routing.wake,
    hearingOf: (id) => (log.store.folds(id).session?.kind === 'child' ? routing.hearingOf(id) : ofChat(id)),
    goOn: (id, first) => void log.bus.publish(id, first),
    report: (error) => {
      throw error
    },
  })
  const waking: boolean[] = []
  const put = (id: SessionId, letter: Letter): void => {
    waking.push(letter.wakes)
    if (diesAt === 'before') return
    const dies = () => {
      throw new Error('The app was killed.')
    }
    inbox.put(id, diesAt === 'after' ? { ...letter, stored: dies } : letter)
  }
  return {
    ...createCompletionNotices({ log: log.log, inbox: { put }, finalAnswer: () => 'found' }),
    woken,
    waking,
  }
}

async function chatOf(log: Log) {
  const { sessions } = createRunRig({ replies: [], log })
  const place = { kind: 'child', mode: 'fresh', agentId: 'general' } as const
  const wanted = {
    projectId: 'prj_00000001' as ProjectId,
    cwd: '/',
    model: 'test/scripted' as ModelRef,
    permissionMode: 'ask' as const,
    title: 'x',
  }
  const chat = await sessions.create(wanted)
  const agent = async (background: boolean, parentSessionId = chat): Promise<SessionId> => {
    const id = await sessions.create({ ...wanted, place: { ...place, parentSessionId } })
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

type End = 'completed' | 'failed' | 'cancelled' | null

/** Creates a run of an agent with this end and reason; null: it is still running. */
function runOf(log: Log, id: SessionId, end: End, why: Why = {}): RunId {
  const runId = log.newId('run')
  const contextId = Object.keys(log.store.folds(id).contexts)[0] as ContextId
  const spec = { kind: 'child', contextId, agentId: 'general', model: 'test/scripted' }
  const states = [null, 'pending', 'running', end]
  for (const [index, to] of states.slice(1).entries()) {
    if (to === null) continue
    const payload = { runId, from: states[index], to, ...(index === 0 ? { spec } : index === 2 ? why : {}) }
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

const PAUSED = AppError.saying(
  'limit.exceeded',
  say('agent.costReached', { agent: 'x', cost: '$1', limit: '$1' }),
).toData()

describe('the end of an agent that worked for an agent', () => {
  it.each<[string, End, Why, 'employer' | 'chat']>([
    ['done, and cannot go on', 'completed', {}, 'chat'],
    ['failed', 'failed', {}, 'chat'],
    ['stopped', 'cancelled', { reason: 'Not that.' }, 'chat'],
    ['paused', 'failed', { error: PAUSED }, 'employer'],
    ['cut off by the end of the app', 'cancelled', { reason: CLOSED }, 'employer'],
  ])('is told where it is read: its parent is %s', async (_how, end, why, where) => {
    const log = openTestLog()
    const { chat, agent } = await chatOf(log)
    const parent = await agent(false)
    runOf(log, parent, end, why)
    const id = await agent(true, parent)
    runOf(log, id, 'completed')
    const { ended, woken } = host(log)
    ended(id, newest(log, id))
    await expect.poll(() => [...notesIn(log, parent), ...notesIn(log, chat)]).toEqual([id])
    expect(notesIn(log, where === 'chat' ? chat : parent)).toEqual([id])
    expect(woken).toEqual(end === 'completed' ? [parent] : [])
    const words = JSON.stringify(log.reader.eventsAfter(chat, 0))
    expect(words.includes(`This agent worked for “x” (${parent})`)).toBe(where === 'chat')
  })

  it('goes up as far as to one that hears it', async () => {
    const log = openTestLog()
    const { chat, agent } = await chatOf(log)
    const upper = await agent(true)
    runOf(log, upper, 'cancelled')
    const lower = await agent(true, upper)
    runOf(log, lower, 'failed')
    const id = await agent(true, lower)
    runOf(log, id, 'failed')
    host(log).ended(id, newest(log, id))
    expect([upper, lower, chat].map((each) => notesIn(log, each))).toEqual([[], [], [id]])
  })

  it('stays with a parent that was stopped together with it', async () => {
    const log = openTestLog()
    const { chat, agent } = await chatOf(log)
    const parent = await agent(true)
    runOf(log, parent, 'cancelled')
    const id = await agent(true, parent)
    runOf(log, id, 'cancelled')
    host(log).ended(id, newest(log, id))
    expect([parent, chat].map((each) => notesIn(log, each))).toEqual([[id], []])
  })

  it('is told above after a start, where nothing goes on by itself, and once', async () => {
    const log = openTestLog()
    const { chat, agent } = await chatOf(log)
    const parent = await agent(false)
    runOf(log, parent, 'completed')
    const id = await agent(true, parent)
    runOf(log, id, 'completed')
    const after = openTestLog({ after: log })
    for (let start = 0; start < 2; start += 1) {
      const { catchUp, woken } = host(after)
      catchUp(after.reader.untoldEnds())
      expect(woken).toEqual([])
    }
    expect([parent, chat].map((each) => notesIn(after, each))).toEqual([[], [id]])
  })
})

it('wakes nobody for one that is paused again before it has done anything, and tells of it', async () => {
  const log = openTestLog()
  const { chat, agent } = await chatOf(log)
  const id = await agent(true)
  const { ended, waking } = host(log)
  for (const why of [{ error: PAUSED }, { error: PAUSED }, {}, { error: PAUSED }]) {
    runOf(log, id, 'failed', why)
    ended(id, newest(log, id))
  }
  expect(waking).toEqual([true, false, true, true])
  expect(notesIn(log, chat)).toEqual([id, id, id, id])
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
