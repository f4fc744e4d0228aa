import { describe, expect, it } from 'vitest'
import type { CallId, RequestId, SessionId } from '#shared/ids.ts'
import { createRunRig, TEST_MODEL } from '../../../../test/support/rigs/run-rig.ts'
import { ended, says, saysAndHangs } from '../../../../test/support/rigs/scripted-replies.ts'
import { BIN_MS, createBin } from './bin.ts'

async function open(reply = says('One.')) {
  const rig = createRunRig({ replies: [reply] })
  const removed: SessionId[] = []
  const gone: SessionId[] = []
  let time = 1_000
  const inBin = new Map<SessionId, number>()
  const bin = createBin({
    ...rig,
    log: rig.log.log,
    unsettled: rig.log.reader.unsettled,
    purge: {
      remove: async (ids) => void removed.push(...ids),
      deletedBefore: (moment) => [...inBin].filter(([, at]) => at < moment).map(([id]) => id),
    },
    now: () => time,
    gone: (id) => void gone.push(id),
  })
  const id = await rig.open()
  /** An agent, or the run of a script, that works for another session. */
  const below = (parentSessionId: SessionId, kind: 'child' | 'workflow' = 'child'): Promise<SessionId> => {
    const { cwd, meta } = rig.sessions.get(parentSessionId)
    if (meta.projectId === null) throw new Error('The chat has no project.')
    const { model, permissionMode, projectId } = meta
    const place = { kind, parentSessionId, mode: 'bridge' as const, agentId: 'general' }
    return rig.sessions.create({ projectId, cwd, model, permissionMode, title: '', place })
  }
  /** Starts a run that continues until it is stopped. */
  const atWork = (sessionId: SessionId, kind: 'detached' | 'workflow' = 'detached') => {
    const { activeContextId: contextId, model } = rig.sessions.get(sessionId).meta
    if (contextId === null) throw new Error('There is no context.')
    return rig.supervisor.start({
      sessionId,
      spec: { kind, contextId, agentId: 'general', model },
      first: [],
      parentSignal: null,
      work: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    })
  }
  const put = () => {
    bin.put(id)
    inBin.set(id, time)
  }
  const pass = (ms: number) => {
    time += ms
  }
  return { ...rig, bin, id, inBin, put, pass, removed, gone, below, atWork }
}

describe('the bin', () => {
  it('takes a chat out of every list and gives it back as it was', async () => {
    const { bin, id, put, log, sessions } = await open()
    const { projectId } = sessions.get(id).meta
    if (projectId === null) throw new Error('The chat has no project.')
    const listed = () => [log.reader.chats(projectId, 9, true).total, log.reader.bin().length]
    sessions.update(id, { pinned: true })
    const before = log.reader.chat(id)
    put()
    expect(listed()).toEqual([0, 1])
    bin.restore(id)
    expect(listed()).toEqual([1, 0])
    expect(log.reader.chat(id)).toEqual(before)
    expect(() => bin.restore(id)).toThrow('no longer in the bin')
  })

  it('does not take a chat in which a run goes on', async () => {
    const { bin, id, say, until, messages } = await open(saysAndHangs('On and on'))
    say(id, 'Go')
    await until(id, () => messages(id).length > 0)
    expect(() => bin.put(id)).toThrow('still running')
  })

  it('lets go of what has been in it for thirty days, and of nothing younger', async () => {
    const { bin, id, put, pass, removed, gone } = await open()
    put()
    pass(BIN_MS)
    expect(await bin.purgeOld()).toBe(0)
    pass(1)
    expect(await bin.purgeOld()).toBe(1)
    expect([removed, gone]).toEqual([[id], [id]])
  })

  it('is emptied at once when the person says so', async () => {
    const rig = await open()
    rig.say(rig.id, 'Go')
    await ended(rig, rig.id)
    rig.put()
    expect(await rig.bin.empty()).toBe(1)
    expect(rig.removed).toEqual([rig.id])
  })

  it('does not take a chat while anybody works for it, over however many others, and takes it then', async () => {
    const { bin, id, below, atWork, supervisor, sessions } = await open()
    const lower = await below(await below(id))
    const { runId } = atWork(lower)
    expect(() => bin.put(id)).toThrow('Agents of this chat are still running')
    expect(sessions.get(id).meta.deletedAt).toBeUndefined()
    await supervisor.cancel(lower, runId, 'Stopped by you.')
    bin.put(id)
    expect(sessions.get(id).meta.deletedAt).toBe(1_000)
  })

  it('does not take a chat of which an agent waits for the person, without an inside since a restart', async () => {
    const { bin, id, below, log } = await open()
    const agent = await below(id)
    waits(log, agent)
    expect(() => bin.put(id)).toThrow('or waiting for you')
  })

  it('takes a chat that has started a script: that one goes on', async () => {
    const { bin, id, below, atWork, sessions } = await open()
    const script = await below(id, 'workflow')
    atWork(script, 'workflow')
    atWork(await below(script))
    bin.put(id)
    atWork(await below(script))
    expect(sessions.get(id).meta.deletedAt).toBe(1_000)
  })

  it('lets nobody begin for a chat that is in it, nor go on, until it is restored', async () => {
    const { bin, id, put, below, atWork, say, log, answers } = await open()
    const agent = await below(id)
    put()
    waits(log, agent)
    const answer = () =>
      answers.give(agent, 'req_00000001' as RequestId, { outcome: 'denied' }, { scope: 'once' })
    for (const begin of [() => atWork(agent), () => say(id, 'Go'), answer]) {
      expect(begin).toThrow('This chat is in the bin.')
    }
    expect(Object.keys(log.store.folds(agent).interactions)).toHaveLength(1)
    bin.restore(id)
    answer()
    expect(log.store.folds(agent).interactions).toEqual({})
  })

  it('keeps the chats in which something still goes on when it is emptied, and takes them the next time', async () => {
    const rig = await open()
    const agent = await rig.below(rig.id)
    const { runId } = rig.atWork(agent)
    // As a version before this one could leave it.
    rig.sessions.update(rig.id, { deletedAt: 1_000 })
    rig.inBin.set(rig.id, 1_000)
    expect([await rig.bin.empty(), rig.removed]).toEqual([0, []])
    rig.pass(2 * BIN_MS)
    expect([await rig.bin.purgeOld(), rig.gone]).toEqual([0, []])
    await rig.supervisor.cancel(agent, runId, 'Stopped by you.')
    expect([await rig.bin.empty(), rig.removed]).toEqual([1, [rig.id]])
  })
})

/** Lets an agent stand as it does after a restart: it has asked, and its run has no inside. */
function waits({ log, newId }: Awaited<ReturnType<typeof open>>['log'], sessionId: SessionId): void {
  const contextId = log.folds(sessionId).session?.meta.activeContextId
  if (!contextId) throw new Error('There is no context.')
  const runId = newId('run')
  const common = { runId, contextId }
  const spec = { kind: 'detached', contextId, agentId: 'general', model: TEST_MODEL.ref } as const
  const ask = { requestId: 'req_00000001' as RequestId, runId, what: 'permission', prompt: 'Run' } as const
  log.publish(sessionId, [
    { kind: 'run.status', ...common, payload: { runId, from: null, to: 'pending', spec } },
    { kind: 'run.status', ...common, payload: { runId, from: 'pending', to: 'running' } },
    { kind: 'interaction.requested', ...common, payload: { ...ask, callId: 'call_1' as CallId } },
    { kind: 'run.status', ...common, payload: { runId, from: 'running', to: 'awaiting_user' } },
  ])
}
