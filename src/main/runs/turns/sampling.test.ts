import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { SessionId } from '#shared/ids.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import { createRunRig } from '../../../../test/support/rigs/run-rig.ts'
import { calls, ended, runsOf, says, transcript } from '../../../../test/support/rigs/scripted-replies.ts'
import { defineTool, type Sampled } from '../../tools/tool.ts'
import { SAMPLING_AGENT } from './sampling.ts'

describe('a request of an MCP server to a model', () => {
  function open(
    replies: Parameters<typeof createRunRig>[0]['replies'],
    mostTokens = 10_000,
    more: { pictures?: [{ mime: 'image/png'; data: string }] } = {},
  ) {
    const sampled: Sampled[] = []
    const rig = createRunRig({
      replies,
      tools: [
        defineTool({
          name: 'echo',
          title: 'Echo',
          description: '',
          parallel: false,
          access: 'execute',
          schema: z.strictObject({ word: z.string() }),
          plan: async () => ({ acts: [], preview: { kind: 'args', text: '' } }),
          run: async (_, context, signal) => {
            const messages = [{ role: 'user' as const, text: 'When is high tide?', ...more }]
            const ask = { server: 'tide', system: 'Answer in one word.', messages, maxTokens: 20, mostTokens }
            const answered = await context.sample(ask, signal)
            sampled.push(answered)
            return { text: answered.answer.action, isError: false }
          },
        }),
      ],
    })
    return { rig, sampled }
  }
  const asked = async ({ rig }: ReturnType<typeof open>, sessionId: SessionId): Promise<Interaction> => {
    await rig.until(sessionId, () => runsOf(rig, sessionId).some(({ status }) => status === 'awaiting_user'))
    const [ask] = Object.values(rig.log.store.folds(sessionId).interactions)
    if (ask === undefined) throw new Error('Nothing is asked.')
    return ask
  }

  it('is shown whole, waits for the person, and is stored with its cost', async () => {
    const opened = open([calls('echo'), says('Nine.'), says('Done.')])
    const { rig, sampled } = opened
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    const ask = await asked(opened, sessionId)
    expect([ask.what, ask.proposedRules, ask.preview]).toEqual([
      'permission',
      [],
      {
        kind: 'sampling',
        server: 'tide',
        model: expect.any(String),
        maxTokens: 20,
        text: '[system]\nAnswer in one word.\n\n[user]\nWhen is high tide?',
        costUsd: 0,
      },
    ])
    rig.answers.give(sessionId, ask.requestId, { outcome: 'approved' }, { scope: 'once' })
    await rig.until(sessionId, () => runsOf(rig, sessionId)[0]?.status === 'completed')
    expect(sampled.map(({ answer }) => answer)).toEqual([
      { action: 'sampled', text: 'Nine.', model: expect.any(String) },
    ])
    expect(rig.requests[1]).toMatchObject({
      system: 'Answer in one word.',
      messages: [{ role: 'user', parts: [{ t: 'text', text: 'When is high tide?' }] }],
      tools: [],
      reserveOutput: 20,
    })
    const [chat, own] = runsOf(rig, sessionId)
    expect([own?.agentId, own?.parentRunId, own?.status]).toEqual([SAMPLING_AGENT, chat?.runId, 'completed'])
    expect(chat?.childrenUsage).toEqual(own?.usage)
  })

  it('shows its pictures to the person and to the model', async () => {
    const pictures: [{ mime: 'image/png'; data: string }] = [{ mime: 'image/png', data: 'AAAA' }]
    const opened = open([calls('echo'), says('A buoy.'), says('Done.')], 10_000, { pictures })
    const { rig } = opened
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    const ask = await asked(opened, sessionId)
    expect(ask.preview).toMatchObject({
      pictures: ['blob_picture1'],
      text: expect.stringContaining('[image/png]'),
    })
    rig.answers.give(sessionId, ask.requestId, { outcome: 'approved' }, { scope: 'once' })
    await rig.until(sessionId, () => runsOf(rig, sessionId)[0]?.status === 'completed')
    expect(rig.requests[1]?.messages[0]?.parts).toEqual([
      { t: 'text', text: 'When is high tide?' },
      { t: 'file', mime: 'image/png', blobId: 'blob_picture1' },
    ])
  })

  it('is refused by the person without a request to a model', async () => {
    const opened = open([calls('echo'), says('Done.')])
    const { rig, sampled } = opened
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    const ask = await asked(opened, sessionId)
    rig.answers.give(sessionId, ask.requestId, { outcome: 'denied' }, { scope: 'once' })
    await ended(rig, sessionId)
    expect(sampled.map(({ answer }) => answer.action)).toEqual(['refused'])
    expect([rig.requests.length, runsOf(rig, sessionId).length]).toEqual([2, 1])
    expect(transcript(rig, sessionId)).toContain('tool: refused')
  })

  it('is refused unasked where it is larger than the limit of its server', async () => {
    const { rig, sampled } = open([calls('echo'), says('Done.')], 5)
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await ended(rig, sessionId)
    expect(sampled.map(({ answer }) => answer.action)).toEqual(['refused'])
    expect(rig.log.store.folds(sessionId).interactions).toEqual({})
  })
})
