import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { DurableEventOf } from '#shared/events/event.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import { textOf } from '#shared/session/message-words.ts'
import { createCompactionRig } from '../../../../test/support/rigs/compaction-rig.ts'
import { eventually } from '../../../../test/support/rigs/run-questions.ts'
import type { Reply } from '../../../../test/support/rigs/run-rig.ts'
import {
  END,
  ended,
  runsOf,
  says,
  saysAndHangs,
  untilAborted,
} from '../../../../test/support/rigs/scripted-replies.ts'
import { recoverRuns } from '../run/recover.ts'

const tooLong: Reply = () => {
  throw AppError.quoting('llm.context_overflow', 'Too long.')
}
const broken: Reply = () => {
  throw AppError.quoting('llm.stream', 'The connection was lost.')
}
const LONG = 'word '.repeat(300)

/** A chat of two long exchanges. */
async function withHistory(
  replies: Reply[],
  summaries: Reply[],
  room: Parameters<typeof createCompactionRig>[0]['room'] = 'never',
  answerRoom: Parameters<typeof createCompactionRig>[0]['answerRoom'] = null,
) {
  const rig = createCompactionRig({
    replies: [says(`One ${LONG}`), says(`Two ${LONG}`), ...replies],
    summaries,
    room,
    answerRoom,
  })
  const sessionId = await rig.open()
  for (const [index, text] of ['First', 'Second'].entries()) {
    rig.say(sessionId, text)
    await ended(rig, sessionId, index + 1)
  }
  return { ...rig, sessionId }
}

type Rig = Awaited<ReturnType<typeof withHistory>>
const compactsOf = ({ path, sessionId }: Rig) =>
  path(sessionId).filter((event): event is DurableEventOf<'compact'> => event.kind === 'compact')
const newest = (rig: Rig) => runsOf(rig, rig.sessionId).at(-1)
const rest = (rig: Rig, count: number) => ended(rig, rig.sessionId, count)

describe('a compaction the person asks for', () => {
  it('puts a summary in the place of the older part, by a run of the app whose cost is counted', async () => {
    const rig = await withHistory([], [says('They said two things.')])
    const preview = await rig.byHand.preview(rig.sessionId)
    expect(preview).toMatchObject({ summarised: 2, kept: 2 })
    expect(preview?.after).toBeLessThan(preview?.before ?? 0)

    await rig.byHand.start(rig.sessionId, 'Mind the numbers')
    await rest(rig, 3)
    const [compact] = compactsOf(rig)
    expect(compact?.payload).toMatchObject({
      summary: 'They said two things.\n\nWhat the person said before, oldest first:\n- First',
      trigger: 'manual',
    })
    expect(compact?.payload.tokensAfter).toBeLessThan(compact?.payload.tokensBefore ?? 0)
    expect(compact?.payload.compactedThrough).toBe(rig.path(rig.sessionId)[1]?.id)
    expect(textOf(rig.asked[0]?.messages[0] ?? { role: 'user', parts: [] })).toContain('Mind the numbers')
    expect(newest(rig)).toMatchObject({
      kind: 'system',
      agentId: 'compaction',
      status: 'completed',
      turns: 1,
      usage: { input: 10, output: 5 },
    })
    expect(rig.sessions.get(rig.sessionId).usage).toEqual({ 'test/scripted': { input: 30, output: 15 } })
  })

  it('is stored behind everything it stands for and everything it keeps', async () => {
    const rig = await withHistory([], [says('They said two things.')])
    await rig.byHand.start(rig.sessionId, '')
    await rest(rig, 3)
    const [compact] = compactsOf(rig)
    if (compact === undefined) throw new Error('nothing was summarised')
    const others = rig.path(rig.sessionId).filter(({ id }) => id !== compact.id)
    expect(others.every(({ seq }) => seq < compact.seq)).toBe(true)
    expect(others.map(({ id }) => id)).toContain(compact.payload.compactedThrough)
  })

  it('shows the summary while it is written, and nothing of it once it is stored or was stopped', async () => {
    const rig = await withHistory([], [saysAndHangs('They sa'), says('They said it.')])
    const seen = () => rig.log.bus.underWay(rig.sessionId).inflight
    const runId = await rig.byHand.start(rig.sessionId, '')
    await eventually(() => seen().some(({ parts }) => parts.length > 0))
    expect(seen()).toMatchObject([{ summary: true, parts: [{ t: 'text', text: 'They sa' }] }])
    await rig.lane.stop(rig.sessionId, runId, 'Stopped by you.')
    expect(seen()).toEqual([])
    await rig.byHand.start(rig.sessionId, '')
    await rest(rig, 4)
    expect(seen()).toEqual([])
    expect(JSON.stringify(rig.log.reader.eventsAfter(rig.sessionId, 0))).not.toContain('They sa"')
  })

  it('is refused while a run goes on, and when there is nothing to gain', async () => {
    const rig = createCompactionRig({ replies: [saysAndHangs('Half')], summaries: [] })
    const sessionId = await rig.open()
    await expect(rig.byHand.start(sessionId, '')).rejects.toThrow('nothing to compact')
    rig.say(sessionId, 'Go')
    await expect(rig.byHand.start(sessionId, '')).rejects.toThrow('still running')
    await rig.supervisor.close('The test is over.')
  })

  it('leaves everything as it was when it is stopped, and holds what waited', async () => {
    const rig = await withHistory([], [saysAndHangs('They sa')])
    const before = rig.path(rig.sessionId).map(({ id }) => id)
    const runId = await rig.byHand.start(rig.sessionId, '')
    rig.say(rig.sessionId, 'Third')
    await rig.lane.stop(rig.sessionId, runId, 'Stopped by you.')
    expect(rig.path(rig.sessionId).map(({ id }) => id)).toEqual(before)
    expect(newest(rig)).toMatchObject({ kind: 'system', status: 'cancelled' })
    await rig.until(rig.sessionId, () => rig.log.store.folds(rig.sessionId).queue[0]?.held === true)
  })

  it('lets a message wait that is sent meanwhile, and answers it afterwards', async () => {
    let finish = () => {}
    const mayEnd = new Promise<void>((resolve) => {
      finish = resolve
    })
    const slow: Reply = async function* () {
      await mayEnd
      yield { t: 'text', block: 0, text: 'A summary.' }
      yield END
    }
    const rig = await withHistory([says('Three.')], [slow])
    await rig.byHand.start(rig.sessionId, '')
    rig.say(rig.sessionId, 'Third')
    expect(rig.log.store.folds(rig.sessionId).queue).toHaveLength(1)
    finish()
    await rest(rig, 4)
    expect(
      rig
        .path(rig.sessionId)
        .map((event) => event.kind)
        .slice(-3),
    ).toEqual(['compact', 'message', 'message'])
  })

  it('ends in words when the model fails, and changes nothing', async () => {
    const rig = await withHistory([], [broken])
    await rig.byHand.start(rig.sessionId, '')
    await rest(rig, 3)
    expect(newest(rig)).toMatchObject({ status: 'failed', error: { code: 'llm.stream' } })
    expect(compactsOf(rig)).toEqual([])
  })

  it('asks no model after three failures in a row, and says that a digest stands in', async () => {
    const rig = await withHistory([], [broken, broken, broken])
    for (let count = 3; count <= 6; count += 1) {
      await rig.byHand.start(rig.sessionId, '')
      await rest(rig, count)
    }
    expect(rig.asked).toHaveLength(3)
    expect(compactsOf(rig)[0]?.payload.summary).toContain('What the person said:\n- First')
    const note = rig.path(rig.sessionId).at(-2)
    expect(note).toMatchObject({ kind: 'harness.item', payload: { visibility: 'compact' } })
  })

  it('leaves the log as it was when the app ends in the middle', async () => {
    const rig = await withHistory([], [saysAndHangs('They sa')])
    const before = rig.path(rig.sessionId).map(({ id }) => id)
    await rig.byHand.start(rig.sessionId, '')
    const { reader, paths, newId, log } = rig.log
    const report = (_session: SessionId, error: unknown) => {
      throw error
    }
    recoverRuns({ log, newId, unsettled: reader.unsettled, pathOf: paths.of, report })
    expect(newest(rig)).toMatchObject({ kind: 'system', status: 'failed', reason: 'interrupted' })
    expect(rig.path(rig.sessionId).map(({ id }) => id)).toEqual(before)
    await rig.supervisor.close('The test is over.')
  })

  it('can be taken back until something comes after it', async () => {
    const rig = await withHistory([says('Three.')], [says('A summary.'), says('Another.')])
    const before = rig.path(rig.sessionId).map(({ id }) => id)
    await rig.byHand.start(rig.sessionId, '')
    await rest(rig, 3)
    rig.byHand.undo(rig.sessionId)
    expect(rig.path(rig.sessionId).map(({ id }) => id)).toEqual(before)

    await rig.byHand.start(rig.sessionId, '')
    await rest(rig, 4)
    rig.say(rig.sessionId, 'Third')
    await rest(rig, 5)
    expect(() => rig.byHand.undo(rig.sessionId)).toThrow('has continued since')
  })
})

describe('a run that needs room', () => {
  it('asks the same turn again after the model found it too long, once', async () => {
    const rig = await withHistory([tooLong, says('Three.')], [says('A summary.')], 'refused')
    rig.say(rig.sessionId, 'Third')
    await rest(rig, 4)
    const [chat, system] = runsOf(rig, rig.sessionId).slice(-2)
    expect(chat).toMatchObject({ status: 'completed', turns: 1, childrenUsage: { input: 10, output: 5 } })
    expect(system).toMatchObject({ kind: 'system', status: 'completed', parentRunId: chat?.runId })
    expect(
      rig
        .path(rig.sessionId)
        .map((event) => event.kind)
        .slice(-3),
    ).toEqual(['message', 'compact', 'message'])
    expect(rig.messages(rig.sessionId).map(textOf).at(-1)).toBe('Three.')
  })

  it('has a summary only as long as what is left for the work allows', async () => {
    const wanted: number[] = []
    const grants = (tokens: number) => {
      wanted.push(tokens)
      return tokens - 1
    }
    const rig = await withHistory([tooLong, says('Three.')], [says('A summary.')], 'refused', grants)
    rig.say(rig.sessionId, 'Third')
    await rest(rig, 4)
    expect(rig.asked.map(({ reserveOutput }) => reserveOutput)).toEqual(wanted.map((tokens) => tokens - 1))
    expect(compactsOf(rig)[0]?.payload.summary).toBe(
      'A summary.\n\nWhat the person said before, oldest first:\n- First\n- Second',
    )
  })

  it('goes on with a digest when too little is left for a summary', async () => {
    const rig = await withHistory([tooLong, says('Three.')], [], 'refused', () => 200)
    rig.say(rig.sessionId, 'Third')
    await rest(rig, 4)
    expect(rig.asked).toEqual([])
    expect(compactsOf(rig)[0]?.payload.summary).toContain('What the person said:\n- First')
    expect(rig.messages(rig.sessionId).map(textOf).at(-1)).toBe('Three.')
  })

  it('fails with the words of the model when it is too long once more', async () => {
    const rig = await withHistory([tooLong, tooLong], [says('A summary.')], 'refused')
    rig.say(rig.sessionId, 'Third')
    await rest(rig, 4)
    expect(runsOf(rig, rig.sessionId)[2]).toMatchObject({
      status: 'failed',
      error: { code: 'llm.context_overflow' },
    })
    expect(compactsOf(rig)).toHaveLength(1)
  })

  it('goes on with a digest when the summary fails and the request could not be sent', async () => {
    const rig = await withHistory([tooLong, says('Three.')], [broken], 'refused')
    rig.say(rig.sessionId, 'Third')
    await rest(rig, 4)
    expect(runsOf(rig, rig.sessionId)[2]).toMatchObject({ status: 'completed' })
    expect(compactsOf(rig)[0]?.payload.summary).toContain('- First')
  })

  it('sends the request as it is when the summary fails ahead of time, and a digest the third time', async () => {
    const turns = [says('Three.'), says('Four.'), says('Five.')]
    const rig = await withHistory(turns, [broken, broken, broken], 'full')
    for (const [index, text] of ['Third', 'Fourth', 'Fifth'].entries()) {
      expect(compactsOf(rig)).toHaveLength(0)
      rig.say(rig.sessionId, text)
      await rest(rig, 4 + 2 * index)
    }
    expect(compactsOf(rig)).toHaveLength(1)
    expect(rig.messages(rig.sessionId).map(textOf).at(-1)).toBe('Five.')
  })

  it('takes the summary along when it is stopped, and stores nothing of it', async () => {
    let asked = () => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const hangs: Reply = async function* (_request, signal) {
      asked()
      await untilAborted(signal)
      yield END
    }
    const rig = await withHistory([], [hangs], 'full')
    rig.say(rig.sessionId, 'Third')
    await isAsked
    const chat = runsOf(rig, rig.sessionId)[2]
    await rig.lane.stop(rig.sessionId, chat?.runId as RunId, 'Stopped by you.')
    expect(runsOf(rig, rig.sessionId).slice(2)).toMatchObject([
      { status: 'cancelled' },
      { status: 'cancelled' },
    ])
    expect(compactsOf(rig)).toEqual([])
  })
})
