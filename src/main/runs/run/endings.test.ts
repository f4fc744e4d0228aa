import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { openTestLog } from '../../../../test/support/data/open-log.ts'
import {
  askIn,
  eventually,
  never,
  runOf,
  spoken,
  waits,
} from '../../../../test/support/rigs/run-questions.ts'
import { createRunRig, type Reply } from '../../../../test/support/rigs/run-rig.ts'
import {
  calls,
  END,
  echo,
  ended,
  runsOf,
  says,
  saysAndHangs,
  transcript,
  untilAborted,
} from '../../../../test/support/rigs/scripted-replies.ts'

/** A log whose disk is full when the test says so. */
function fillableLog() {
  const log = openTestLog()
  let full = false
  const publish: typeof log.log.publish = (sessionId, events) => {
    if (full) throw AppError.quoting('db.full', 'The disk is full.')
    return log.bus.publish(sessionId, events)
  }
  return {
    log: { ...log, log: { ...log.log, publish } },
    fill: (to: boolean) => {
      full = to
    },
  }
}

describe('a run that does not end by itself', () => {
  it('is not taken up a second time, and goes on undisturbed', async () => {
    const rig = createRunRig({ replies: [saysAndHangs('Half')] })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await rig.until(sessionId, () => rig.log.bus.underWay(sessionId).inflight.length > 0)
    const [run] = runsOf(rig, sessionId)
    if (run === undefined) throw new Error('no run')
    let began = false
    const adopt = () =>
      rig.supervisor.adopt(
        run,
        async () => {
          began = true
        },
        null,
      )
    expect(adopt).toThrow(expect.objectContaining({ code: 'run.already_registered' }))
    expect([began, rig.supervisor.isLive(run.runId)]).toEqual([false, true])
    await rig.supervisor.cancel(sessionId, run.runId, 'Stopped by you.')
    expect(runsOf(rig, sessionId)).toMatchObject([{ status: 'cancelled' }])
  })

  it('answers the call of a tool that ignores its signal', async () => {
    let started = () => {}
    const running = new Promise<void>((resolve) => {
      started = resolve
    })
    const deaf = echo('deaf', () => {
      started()
      return never
    })
    const rig = createRunRig({ replies: [calls('deaf')], tools: [deaf], graceMs: 50 })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await running
    await rig.supervisor.cancel(sessionId, runOf(rig, sessionId), 'Stopped by you.')

    expect(rig.messages(sessionId).at(-1)?.tool).toMatchObject({ callId: 'call_0', synthetic: 'cancelled' })
    expect(runsOf(rig, sessionId)).toMatchObject([{ status: 'cancelled' }])
  })

  it('goes on when a tool ignores the end of its time', async () => {
    const deaf = echo('deaf', () => never)
    const rig = createRunRig({ replies: [calls('deaf'), says('I see.')], tools: [deaf], limitMs: 20 })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await ended(rig, sessionId)

    expect(transcript(rig, sessionId).at(2)).toContain('deaf was stopped')
    expect(runsOf(rig, sessionId)).toMatchObject([{ status: 'completed' }])
  })

  it('keeps the words of a model that ignores its signal', async () => {
    const deaf: Reply = async function* () {
      yield { t: 'text', block: 0, text: 'Half an ans' }
      await never
    }
    const rig = createRunRig({ replies: [deaf], graceMs: 1_000 })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await eventually(() => spoken(rig, sessionId))
    await rig.supervisor.cancel(sessionId, runOf(rig, sessionId), 'Stopped by you.')

    expect(rig.messages(sessionId).at(-1)).toMatchObject({
      stop: 'cancelled',
      parts: [{ t: 'text', text: 'Half an ans' }],
    })
  })

  it('leaves nothing under way behind', async () => {
    const rig = createRunRig({ replies: [calls('deaf')], tools: [echo('deaf', () => never)], graceMs: 20 })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await eventually(() => rig.log.bus.underWay(sessionId).tools.length > 0)
    await rig.supervisor.cancel(sessionId, runOf(rig, sessionId), 'Stopped by you.')
    expect(rig.log.bus.underWay(sessionId)).toEqual({ inflight: [], tools: [], loading: null })
  })

  it('stores the answer of a stopped call under the id its start announced', async () => {
    const rig = createRunRig({
      replies: [calls('hangs')],
      tools: [echo('hangs', (_word, signal) => untilAborted(signal))],
    })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await eventually(() => rig.log.bus.underWay(sessionId).tools.length > 0)
    const [tool] = rig.log.bus.underWay(sessionId).tools
    await rig.supervisor.cancel(sessionId, runOf(rig, sessionId), 'Stopped by you.')
    const { activeContextId } = rig.sessions.get(sessionId).meta
    if (activeContextId === null) throw new Error('no context')
    expect(rig.log.paths.of(sessionId, activeContextId).at(-1)?.id).toBe(tool?.eventId)
  })
})

describe('a full disk', () => {
  it('does not keep a run from being stopped', async () => {
    const { log, fill } = fillableLog()
    const rig = createRunRig({ replies: [saysAndHangs('Half')], log, graceMs: 50 })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await eventually(() => spoken(rig, sessionId))
    fill(true)
    await rig.supervisor.cancel(sessionId, runOf(rig, sessionId), 'Stopped by you.')
    await rig.supervisor.idle()
    expect(runsOf(rig, sessionId)).toMatchObject([{ status: 'running' }])
  })

  it('does not hold a chat up for ever: the next message ends the run first', async () => {
    const { log, fill } = fillableLog()
    const rig = createRunRig({
      replies: [
        async function* () {
          fill(true)
          yield* says('Lost.')(null as never, null as never)
        },
        says('Here again.'),
      ],
      log,
    })
    const sessionId = await rig.open()
    rig.say(sessionId, 'One')
    await rig.supervisor.idle()
    expect(() => rig.say(sessionId, 'Two')).toThrow('The disk is full.')
    fill(false)
    rig.say(sessionId, 'Two')
    await ended(rig, sessionId, 2)

    expect(runsOf(rig, sessionId)).toMatchObject([
      { status: 'failed', error: { code: 'run.abandoned' } },
      { status: 'completed' },
    ])
    expect(transcript(rig, sessionId).at(-1)).toBe('assistant: Here again.')
  })
})

describe('closing the app', () => {
  const asking = (log: ReturnType<typeof openTestLog>, replies: Reply[]) =>
    createRunRig({
      replies,
      tools: [echo('asks', async (word) => word)],
      judge: () => ({ verdict: 'ask', reason: '' }),
      log,
    })

  it('leaves a run that waits for the person waiting, and stops the others', async () => {
    const log = openTestLog()
    const before = asking(log, [calls('asks'), saysAndHangs('Half')])
    const waiting = await before.open()
    before.say(waiting, 'Go')
    await waits(before, waiting)
    const busy = await before.open()
    before.say(busy, 'Go')
    await eventually(() => spoken(before, busy))
    await before.supervisor.close('Orrery was closed.')

    expect(runsOf(before, waiting)).toMatchObject([{ status: 'awaiting_user' }])
    expect(runsOf(before, busy)).toMatchObject([{ status: 'cancelled', reason: 'Orrery was closed.' }])
    const after = asking(log, [says('Done.')])
    after.answers.give(waiting, askIn(after, waiting), { outcome: 'approved' }, { scope: 'once' })
    await ended(after, waiting)
    expect(transcript(after, waiting)).toEqual([
      'user: Go',
      'assistant: ',
      'tool: asks 0',
      'assistant: Done.',
    ])
  })

  it('starts nothing any more', async () => {
    const rig = createRunRig({ replies: [says('No.')] })
    const sessionId = await rig.open()
    await rig.supervisor.close('Orrery was closed.')
    expect(() => rig.say(sessionId, 'Go')).toThrow(AppError)
    expect(runsOf(rig, sessionId)).toEqual([])
  })

  it('lets a run that still waits be stopped: its call is answered and its queue is held', async () => {
    const log = openTestLog()
    const before = asking(log, [calls('asks')])
    const sessionId = await before.open()
    before.say(sessionId, 'Go')
    await waits(before, sessionId)
    before.lane.enqueue(sessionId, 'followup', 'Then this')
    await before.supervisor.close('Orrery was closed.')

    const after = asking(log, [])
    await after.lane.stop(sessionId, runOf(after, sessionId), 'Stopped by you.')
    expect(runsOf(after, sessionId)).toMatchObject([{ status: 'cancelled' }])
    expect(after.messages(sessionId).at(-1)?.tool?.synthetic).toBe('cancelled')
    expect(log.store.folds(sessionId)).toMatchObject({ interactions: {}, queue: [{ held: true }] })
  })
})

describe('stopping', () => {
  it('writes into the session of the run, whatever session the window names', async () => {
    const rig = createRunRig({ replies: [saysAndHangs('Half')] })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    const elsewhere = rig.log.newId('session')
    await rig.supervisor.cancel(elsewhere, runOf(rig, sessionId), 'Stopped by you.')
    expect(rig.log.reader.eventsAfter(elsewhere, 0)).toEqual([])
  })

  it('reaches a run from what stands above it, with the same reason', async () => {
    const rig = createRunRig({ replies: [] })
    const sessionId = await rig.open()
    const { session } = rig.log.store.folds(sessionId)
    const { activeContextId: contextId = null, model = null } = session?.meta ?? {}
    if (contextId === null || model === null) throw new Error('no context')
    const above = new AbortController()
    const { runId, done } = rig.supervisor.start({
      sessionId,
      spec: { kind: 'child', contextId, agentId: 'build', model },
      first: [],
      parentSignal: above.signal,
      work: ({ signal }) => untilAborted(signal),
    })
    const before = runsOf(rig, sessionId).map(({ status }) => status)
    above.abort(AppError.cancelled('The chat was stopped.'))
    const ending = { runId, status: 'cancelled', reason: 'The chat was stopped.' }
    expect([before, await done]).toMatchObject([['running'], ending])
  })

  it('twice is stopping once', async () => {
    const rig = createRunRig({ replies: [saysAndHangs('Half')] })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    const runId = runOf(rig, sessionId)
    const stop = () => rig.supervisor.cancel(sessionId, runId, 'Stopped by you.')
    await Promise.all([stop(), stop()])
    await stop()
    const audits = rig.log.reader.eventsAfter(sessionId, 0).filter((event) => event.kind === 'audit')
    expect(audits).toHaveLength(1)
  })
})

describe('a steer', () => {
  it('that comes while the last answer streams starts the next run', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const slow: Reply = async function* () {
      yield { t: 'text', block: 0, text: 'First.' }
      await gate
      yield END
    }
    const rig = createRunRig({ replies: [slow, says('Second.')] })
    const sessionId = await rig.open()
    rig.say(sessionId, 'One')
    await eventually(() => spoken(rig, sessionId))
    rig.lane.enqueue(sessionId, 'followup', 'Three')
    rig.lane.enqueue(sessionId, 'steer', 'Two')
    release()
    await rig.until(sessionId, () => transcript(rig, sessionId).includes('assistant: Second.'))
    expect(transcript(rig, sessionId).slice(0, 4)).toEqual([
      'user: One',
      'assistant: First.',
      'user: Two',
      'assistant: Second.',
    ])
  })
})
