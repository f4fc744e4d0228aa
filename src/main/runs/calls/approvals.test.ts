import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { RequestId, SessionId } from '#shared/ids.ts'
import { textOf } from '#shared/session/message-words.ts'
import { openTestLog } from '../../../../test/support/data/open-log.ts'
import { createRunRig, type Reply } from '../../../../test/support/rigs/run-rig.ts'
import {
  calls,
  echo,
  ended,
  runsOf,
  says,
  transcript,
  untilAborted,
} from '../../../../test/support/rigs/scripted-replies.ts'
import { defineTool } from '../../tools/tool.ts'
import { recoverRuns } from '../run/recover.ts'

describe('an approval', () => {
  const asks = (replies: Reply[], log?: ReturnType<typeof openTestLog>) =>
    createRunRig({
      replies,
      tools: [echo('echo', async (word) => word, false)],
      judge: () => ({ verdict: 'ask', reason: '' }),
      ...(log === undefined ? {} : { log }),
    })
  const openAsk = (rig: ReturnType<typeof createRunRig>, sessionId: SessionId): RequestId => {
    const [ask] = Object.values(rig.log.store.folds(sessionId).interactions)
    if (ask === undefined) throw new Error('nothing is asked')
    return ask.requestId
  }
  const asked = (rig: ReturnType<typeof createRunRig>, sessionId: SessionId) =>
    rig.until(sessionId, () => runsOf(rig, sessionId).some((run) => run.status === 'awaiting_user'))

  it('lets the call run once it is given', async () => {
    const rig = asks([calls('echo'), says('Done.')])
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await asked(rig, sessionId)
    rig.answers.give(sessionId, openAsk(rig, sessionId), { outcome: 'approved' }, { scope: 'once' })
    await ended(rig, sessionId)
    expect(transcript(rig, sessionId)).toContain('tool: echo 0')
  })

  it('is refused for a change that could not be shown whole, and can be denied', async () => {
    const cut = { path: 'huge.txt', added: 1, removed: 0, hunks: [], cut: true }
    const ran: string[] = []
    const tool = defineTool({
      name: 'echo',
      title: 'Echo',
      description: '',
      schema: z.strictObject({ word: z.string() }),
      parallel: false,
      access: 'edit',
      plan: async () => ({ acts: [], preview: { kind: 'diff', diff: cut } }),
      run: async () => {
        ran.push('ran')
        return { text: 'done', isError: false }
      },
    })
    const rig = createRunRig({
      replies: [calls('echo'), says('Done.')],
      tools: [tool],
      judge: () => ({ verdict: 'ask', reason: '' }),
    })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await asked(rig, sessionId)
    const requestId = openAsk(rig, sessionId)
    const allow = () => rig.answers.give(sessionId, requestId, { outcome: 'approved' }, { scope: 'once' })
    expect(allow).toThrow('too large to be shown whole')
    expect(openAsk(rig, sessionId)).toBe(requestId)
    rig.answers.give(sessionId, requestId, { outcome: 'denied' }, { scope: 'once' })
    await ended(rig, sessionId)
    expect(ran).toEqual([])
  })

  /** A tool whose plan is what the disk holds, and that says which plan it was run with. */
  const looks = (disk: { content: string; plans: number }) =>
    defineTool({
      name: 'look',
      title: 'Look',
      description: '',
      schema: z.strictObject({ word: z.string() }),
      parallel: false,
      access: 'read',
      plan: async () => {
        disk.plans += 1
        return { acts: [], preview: { kind: 'args', text: disk.content } }
      },
      run: async (_args, _context, _signal, fresh) => {
        const shown = fresh?.preview.kind === 'args' ? fresh.preview.text : 'nothing'
        return { text: `${shown} after ${disk.plans}`, isError: false }
      },
    })
  const openAsks = (rig: ReturnType<typeof createRunRig>, sessionId: SessionId) =>
    Object.values(rig.log.store.folds(sessionId).interactions)

  it('looks at the disk anew after the person was asked', async () => {
    const disk = { content: 'same', plans: 0 }
    let verdict: 'allow' | 'ask' = 'allow'
    const judge = () => ({ verdict, reason: '' })
    const rig = createRunRig({
      replies: [calls('look'), calls('look'), says('Done.')],
      tools: [looks(disk)],
      judge,
    })
    const sessionId = await rig.open()
    rig.log.bus.subscribe((_session, events) => {
      if (events.some((event) => event.kind === 'tool.ended')) verdict = 'ask'
    })
    rig.say(sessionId, 'Go')
    await asked(rig, sessionId)
    rig.answers.give(sessionId, openAsk(rig, sessionId), { outcome: 'approved' }, { scope: 'once' })
    await ended(rig, sessionId)
    const answers = transcript(rig, sessionId).filter((line) => line.startsWith('tool'))
    expect(answers).toEqual(['tool: same after 1', 'tool: same after 3'])
  })

  it('holds only for what was shown: a call that would do something else by then asks again', async () => {
    const disk = { content: 'shown', plans: 0 }
    const rig = createRunRig({
      replies: [calls('look'), says('Done.')],
      tools: [looks(disk)],
      judge: () => ({ verdict: 'ask', reason: '' }),
    })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await asked(rig, sessionId)
    const first = openAsk(rig, sessionId)
    disk.content = 'swapped'
    rig.answers.give(sessionId, first, { outcome: 'approved' }, { scope: 'once' })
    await rig.until(sessionId, () => openAsks(rig, sessionId).some(({ requestId }) => requestId !== first))
    expect(openAsks(rig, sessionId)).toMatchObject([
      { preview: { kind: 'args', text: 'swapped' }, differs: ['content'] },
    ])
    expect(transcript(rig, sessionId)).toEqual(['user: Go', 'assistant: '])
    rig.answers.give(sessionId, openAsk(rig, sessionId), { outcome: 'approved' }, { scope: 'once' })
    await ended(rig, sessionId)
    expect(transcript(rig, sessionId)).toContain('tool: swapped after 3')
  })

  it('is worth nothing after a restart when the call would do something else by then', async () => {
    const log = openTestLog()
    const disk = { content: 'shown', plans: 0 }
    const open = (replies: Reply[]) =>
      createRunRig({ replies, tools: [looks(disk)], judge: () => ({ verdict: 'ask', reason: '' }), log })
    const before = open([calls('look')])
    const sessionId = await before.open()
    before.say(sessionId, 'Go')
    await asked(before, sessionId)
    const after = open([says('Done.')])
    const { newId, reader, paths } = log
    recoverRuns({ log: log.log, newId, unsettled: reader.unsettled, pathOf: paths.of, report: () => {} })
    const first = openAsk(after, sessionId)
    disk.content = 'swapped'
    after.answers.give(sessionId, first, { outcome: 'approved' }, { scope: 'once' })
    await after.until(sessionId, () =>
      openAsks(after, sessionId).some(({ requestId }) => requestId !== first),
    )
    expect(openAsks(after, sessionId)).toMatchObject([{ differs: ['content'] }])
    after.answers.give(sessionId, openAsk(after, sessionId), { outcome: 'denied' }, { scope: 'once' })
    await ended(after, sessionId)
    expect(transcript(after, sessionId).filter((line) => line.startsWith('tool'))).toHaveLength(1)
  })

  it('does not lift a refusal that came in meanwhile', async () => {
    let verdict: 'ask' | 'deny' = 'ask'
    const disk = { content: 'same', plans: 0 }
    const rig = createRunRig({
      replies: [calls('look'), says('Fine.')],
      tools: [looks(disk)],
      judge: () => ({ verdict, reason: 'Closed by now.' }),
    })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await asked(rig, sessionId)
    verdict = 'deny'
    rig.answers.give(sessionId, openAsk(rig, sessionId), { outcome: 'approved' }, { scope: 'once' })
    await ended(rig, sessionId)
    expect(transcript(rig, sessionId)).toContain('tool: Closed by now.')
  })

  it('tells the model why when it is refused', async () => {
    const rig = asks([calls('echo'), says('Fine.')])
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await asked(rig, sessionId)
    const refusal = { outcome: 'denied' as const, value: 'too risky' }
    rig.answers.give(sessionId, openAsk(rig, sessionId), refusal, { scope: 'once' })
    await ended(rig, sessionId)
    const answer = rig.messages(sessionId).find((message) => message.role === 'tool')
    expect(answer?.tool).toMatchObject({ synthetic: 'denied', refusedBy: 'person' })
    expect(answer === undefined ? '' : textOf(answer)).toContain('too risky')
  })

  it('is not asked for where the mode refuses the call, and the answer says what refused it', async () => {
    const rig = createRunRig({
      replies: [calls('echo'), says('Fine.')],
      tools: [echo('echo', async (word) => word, false)],
      judge: () => ({ verdict: 'deny', reason: 'Plan mode is on.', by: 'plan_mode' }),
    })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await ended(rig, sessionId)
    const answer = rig.messages(sessionId).find((message) => message.role === 'tool')
    expect(answer?.tool).toMatchObject({ synthetic: 'denied', refusedBy: 'plan_mode' })
  })

  it('survives a restart: the run goes on when the answer comes', async () => {
    const log = openTestLog()
    const before = asks([calls('echo')], log)
    const sessionId = await before.open()
    before.say(sessionId, 'Go')
    await asked(before, sessionId)

    // The process ends here; only the database is left, and a new host opens it.
    const after = asks([says('Done.')], log)
    const recovered = recoverRuns({
      log: log.log,
      newId: log.newId,
      unsettled: log.reader.unsettled,
      pathOf: log.paths.of,
      report: (_sessionId, error) => {
        throw error
      },
    })
    expect(recovered.waiting).toHaveLength(1)
    after.answers.give(sessionId, openAsk(after, sessionId), { outcome: 'approved' }, { scope: 'once' })
    await ended(after, sessionId)
    expect(transcript(after, sessionId)).toEqual([
      'user: Go',
      'assistant: ',
      'tool: echo 0',
      'assistant: Done.',
    ])
  })

  it('is closed when the run is stopped', async () => {
    const rig = asks([calls('echo')])
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await asked(rig, sessionId)
    const [run] = runsOf(rig, sessionId)
    if (run === undefined) throw new Error('no run')
    await rig.supervisor.cancel(sessionId, run.runId, 'Stopped by you.')
    expect(rig.log.store.folds(sessionId).interactions).toEqual({})
    expect(runsOf(rig, sessionId)).toMatchObject([{ status: 'cancelled' }])
  })
})

describe('recovery', () => {
  it('marks a run interrupted and answers the calls it left open', async () => {
    const log = openTestLog()
    let started = () => {}
    const running = new Promise<void>((resolve) => {
      started = resolve
    })
    const hangs = echo('hangs', (_word, signal) => {
      started()
      return untilAborted(signal)
    })
    const before = createRunRig({ replies: [calls('hangs')], tools: [{ ...hangs, access: 'execute' }], log })
    const sessionId = await before.open()
    before.say(sessionId, 'Go')
    before.lane.enqueue(sessionId, 'followup', 'Then this')
    await running

    recoverRuns({
      log: log.log,
      newId: log.newId,
      unsettled: log.reader.unsettled,
      pathOf: log.paths.of,
      report: (_sessionId, error) => {
        throw error
      },
    })
    const after = createRunRig({ replies: [says('Hello again.')], log })
    expect(after.messages(sessionId).at(-1)?.tool?.synthetic).toBe('interrupted')
    expect(runsOf(after, sessionId)).toMatchObject([
      { status: 'failed', reason: 'interrupted', error: { code: 'run.abandoned' } },
    ])
    expect(log.store.folds(sessionId).queue).toMatchObject([{ text: 'Then this', held: true }])
    after.say(sessionId, 'Are you there?')
    await ended(after, sessionId, 2)
    expect(transcript(after, sessionId).at(-1)).toBe('assistant: Hello again.')
  })
})
