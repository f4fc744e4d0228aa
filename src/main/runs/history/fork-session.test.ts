import { describe, expect, it } from 'vitest'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { DeviceId, EventId, SessionId } from '#shared/ids.ts'
import { createRunRig, type Reply } from '../../../../test/support/rigs/run-rig.ts'
import { calls, echo, ended, says, transcript } from '../../../../test/support/rigs/scripted-replies.ts'
import { createBranches } from './branches.ts'
import { createForkSession, nextTitle } from './fork-session.ts'

function open(replies: Reply[]) {
  const rig = createRunRig({ replies, tools: [echo('look', async (word) => word)] })
  const { log, sessions, lane } = rig
  const { newId } = log
  const branches = createBranches({ log: log.log, sessions, lane, reader: log.reader })
  const deviceId = 'dev_00000001' as DeviceId
  const fork = createForkSession({
    newId,
    deviceId,
    sessions,
    branches,
    reader: log.reader,
    log: { folds: log.log.folds, publish: log.bus.publish },
    carryFiles: () => {},
  })
  const path = (sessionId: SessionId) => {
    const contextId = sessions.get(sessionId).meta.activeContextId
    return contextId === null ? [] : log.paths.of(sessionId, contextId)
  }
  return { ...rig, fork, path, shown: (sessionId: SessionId) => transcript(rig, sessionId) }
}

async function withTwoAnswers(...more: Reply[]) {
  const rig = open([says('One.'), calls('look', 'here'), says('Two.'), ...more])
  const sessionId = await rig.open()
  rig.say(sessionId, 'First')
  await ended(rig, sessionId, 1)
  rig.say(sessionId, 'Second')
  await ended(rig, sessionId, 2)
  return { ...rig, sessionId }
}

describe('a new chat from a place of another', () => {
  it('begins with everything up to there and leaves the other chat alone', async () => {
    const { fork, path, shown, sessionId, log } = await withTwoAnswers()
    const before = log.reader.eventsAfter(sessionId, 0)
    const copy = fork(sessionId, path(sessionId)[1]?.id as EventId)
    expect(shown(copy)).toEqual(['user: First', 'assistant: One.'])
    expect(log.reader.eventsAfter(sessionId, 0)).toEqual(before)
  })

  it('copies the whole branch with new ids, the old times and a note of where each event came from', async () => {
    const { fork, path, sessionId, log } = await withTwoAnswers()
    const copy = fork(sessionId, null)
    const [old, made] = [path(sessionId), path(copy)]
    expect(made.map(({ kind, ts }) => ({ kind, ts }))).toEqual(old.map(({ kind, ts }) => ({ kind, ts })))
    expect(new Set([...old, ...made].map(({ id }) => id)).size).toBe(old.length * 2)
    const from = made.map(({ id }) => log.rows.eventById.get(id)?.copied_from)
    expect(from).toEqual(old.map(({ id }) => id))
  })

  it('says where it comes from, and costs nothing', async () => {
    const { fork, path, sessions, sessionId, log } = await withTwoAnswers()
    const at = path(sessionId).at(-1)?.id
    const copy = fork(sessionId, null)
    const [created] = log.reader.eventsAfter(copy, 0)
    expect(created).toMatchObject({ payload: { forkOf: { sessionId, eventId: at } } })
    const { meta, usage, cwd } = sessions.get(copy)
    const source = sessions.get(sessionId)
    expect({ ...meta, activeContextId: null, cwd, usage }).toEqual({
      ...source.meta,
      activeContextId: null,
      cwd: source.cwd,
      title: `${source.meta.title} (2)`,
      usage: {},
      namedBy: 'person',
    })
  })

  it('goes on by itself', async () => {
    const rig = await withTwoAnswers(says('Three.'))
    const copy = rig.fork(rig.sessionId, rig.path(rig.sessionId)[1]?.id as EventId)
    rig.say(copy, 'Other')
    await ended(rig, copy, 1)
    expect(rig.shown(copy)).toEqual(['user: First', 'assistant: One.', 'user: Other', 'assistant: Three.'])
    expect(rig.shown(rig.sessionId).at(-1)).toBe('assistant: Two.')
  })

  it('is not made between a call and its result', async () => {
    const { fork, path, sessionId } = await withTwoAnswers()
    const call = path(sessionId).find(
      (event) =>
        event.kind === 'message' && event.payload.message.parts.some((part) => part.t === 'tool_call'),
    )
    expect(() => fork(sessionId, call?.id as EventId)).toThrow('A tool was being called here.')
  })

  it('lets a compaction name the copy of the event it ended at', async () => {
    const { fork, path, sessions, sessionId, log } = await withTwoAnswers()
    const contextId = sessions.get(sessionId).meta.activeContextId
    if (contextId === null) throw new Error('The chat has no context.')
    const through = path(sessionId)[1]?.id as EventId
    const payload = {
      summary: 'Short.',
      compactedThrough: through,
      tokensBefore: 9,
      tokensAfter: 1,
      trigger: 'manual' as const,
    }
    log.log.publish(sessionId, [{ kind: 'compact', contextId, payload }])
    const made = path(fork(sessionId, null))
    const compact = made.at(-1)
    expect(compact?.kind === 'compact' && compact.payload.compactedThrough).toBe(made[1]?.id)
  })

  it('copies ten thousand messages in one go', async () => {
    const { fork, path, open: begin, sessions, log } = open([])
    const sessionId = await begin()
    const contextId = sessions.get(sessionId).meta.activeContextId
    if (contextId === null) throw new Error('The chat has no context.')
    const said = (index: number): NewDurableEvent => ({
      kind: 'message',
      contextId,
      payload: {
        message: {
          role: index % 2 === 0 ? 'user' : 'assistant',
          parts: [{ t: 'text', text: `Message ${index}. ${'words '.repeat(40)}` }],
        },
      },
    })
    log.log.publish(
      sessionId,
      Array.from({ length: 10_000 }, (_, index) => said(index)),
    )
    expect(path(fork(sessionId, null))).toHaveLength(10_000)
  }, 30_000)

  it.each([
    ['A chat', 'A chat (2)'],
    ['A chat (2)', 'A chat (3)'],
    ['', ' (2)'],
    ['(1999)', '(1999) (2)'],
    ['发票 (9)', '发票 (10)'],
  ])('is called after %j: %j', (title, next) => {
    expect(nextTitle(title)).toBe(next)
  })
})
