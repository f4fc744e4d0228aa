import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { textOf } from '#shared/session/message-words.ts'
import { openTestLog } from '../../../../test/support/data/open-log.ts'
import { askIn, asksIn, never, runOf, waits } from '../../../../test/support/rigs/run-questions.ts'
import { createRunRig } from '../../../../test/support/rigs/run-rig.ts'
import {
  calls,
  echo,
  ended,
  runsOf,
  says,
  transcript,
} from '../../../../test/support/rigs/scripted-replies.ts'
import { defineTool } from '../../tools/tool.ts'

describe('a question', () => {
  it('may wait longer than a tool may act', async () => {
    const asks = defineTool({
      name: 'ask',
      title: 'Ask',
      description: '',
      schema: z.strictObject({ word: z.string() }),
      parallel: false,
      access: 'read',
      plan: async () => ({ acts: [], preview: { kind: 'args', text: '' } }),
      run: async (_args, context, signal) => ({
        text: await context.ask([{ prompt: 'Which one?' }], signal),
        isError: false,
      }),
    })
    const rig = createRunRig({ replies: [calls('ask'), says('Good.')], tools: [asks], limitMs: 20 })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await waits(rig, sessionId)
    await new Promise((resolve) => setTimeout(resolve, 60))
    rig.answers.give(
      sessionId,
      askIn(rig, sessionId),
      { outcome: 'answered', value: 'This' },
      { scope: 'once' },
    )
    await ended(rig, sessionId)

    expect(transcript(rig, sessionId)).toEqual(['user: Go', 'assistant: ', 'tool: This', 'assistant: Good.'])
    expect(runsOf(rig, sessionId)).toMatchObject([{ status: 'completed' }])
  })
})

describe('an answer that comes at a bad time', () => {
  const ask = () => ({ verdict: 'ask' as const, reason: '' })

  it('does not start a second worker on a run that is being stopped', async () => {
    const acted: string[] = []
    const slow = echo('slow', async (word) => {
      acted.push(word)
      return await never
    })
    const rig = createRunRig({
      replies: [calls('slow', 'asks')],
      tools: [slow, echo('asks', async (word) => word)],
      judge: (tool) => (tool === 'asks' ? ask() : { verdict: 'allow', reason: '' }),
      graceMs: 50,
    })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await waits(rig, sessionId)
    const requestId = askIn(rig, sessionId)
    const stopping = rig.supervisor.cancel(sessionId, runOf(rig, sessionId), 'Stopped by you.')
    expect(() => rig.answers.give(sessionId, requestId, { outcome: 'approved' }, { scope: 'once' })).toThrow(
      AppError,
    )
    await stopping

    expect(acted).toEqual(['slow 0'])
    expect(runsOf(rig, sessionId)).toMatchObject([{ status: 'cancelled' }])
  })

  it('is refused the second time, when two windows answer at once', async () => {
    const rig = createRunRig({
      replies: [calls('asks'), says('Done.')],
      tools: [echo('asks', async (word) => word)],
      judge: ask,
    })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await waits(rig, sessionId)
    const requestId = askIn(rig, sessionId)
    rig.answers.give(sessionId, requestId, { outcome: 'approved' }, { scope: 'once' })
    expect(() => rig.answers.give(sessionId, requestId, { outcome: 'denied' }, { scope: 'once' })).toThrow(
      AppError,
    )
    await ended(rig, sessionId)
    expect(transcript(rig, sessionId)).toContain('tool: asks 0')
  })

  it('takes a run with several requests up once, when the last is answered', async () => {
    const log = openTestLog()
    const tools = [echo('asks', async (word) => word)]
    const before = createRunRig({ replies: [calls('asks', 'asks')], tools, judge: ask, log })
    const sessionId = await before.open()
    before.say(sessionId, 'Go')
    await waits(before, sessionId, 2)

    const after = createRunRig({ replies: [says('Done.')], tools, judge: ask, log })
    after.answers.give(sessionId, askIn(after, sessionId), { outcome: 'approved' }, { scope: 'once' })
    expect(runsOf(after, sessionId)).toMatchObject([{ status: 'awaiting_user' }])
    after.answers.give(
      sessionId,
      askIn(after, sessionId),
      { outcome: 'denied', value: 'no' },
      { scope: 'once' },
    )
    await ended(after, sessionId)

    const answers = after.messages(sessionId).filter((message) => message.role === 'tool')
    expect(answers.map((answer) => answer.tool?.synthetic)).toEqual([undefined, 'denied'])
    expect(answers.map(textOf)[0]).toBe('asks 0')
    expect(runsOf(after, sessionId)).toMatchObject([{ status: 'completed' }])
  })

  it('holds for the call it was given for, and not for a later one with the same name', async () => {
    const log = openTestLog()
    const acted: string[] = []
    const tools = [
      echo('asks', async (word) => {
        acted.push(word)
        return word
      }),
    ]
    const before = createRunRig({ replies: [calls('asks')], tools, judge: ask, log })
    const sessionId = await before.open()
    before.say(sessionId, 'Go')
    await waits(before, sessionId)

    const after = createRunRig({ replies: [calls('asks'), says('Done.')], tools, judge: ask, log })
    const first = askIn(after, sessionId)
    after.answers.give(sessionId, first, { outcome: 'approved' }, { scope: 'once' })
    await after.until(sessionId, () => asksIn(after, sessionId).some((open) => open.requestId !== first))
    expect(acted).toEqual(['asks 0'])
  })
})
