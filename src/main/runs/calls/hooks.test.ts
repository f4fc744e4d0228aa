import { describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { textOf } from '#shared/session/message-words.ts'
import { asksIn, waits } from '../../../../test/support/rigs/run-questions.ts'
import { createRunRig } from '../../../../test/support/rigs/run-rig.ts'
import { scriptedHook as hook } from '../../../../test/support/rigs/scripted-hook.ts'
import {
  calls,
  echo,
  ended,
  runsOf,
  says,
  transcript,
} from '../../../../test/support/rigs/scripted-replies.ts'

type Options = Parameters<typeof createRunRig>[0]

async function told(options: Options, question = 'Go') {
  const rig = createRunRig(options)
  const sessionId = await rig.open()
  rig.say(sessionId, question)
  return { rig, sessionId }
}

async function done(options: Options, question = 'Go') {
  const { rig, sessionId } = await told(options, question)
  await ended(rig, sessionId)
  return { rig, sessionId, items: itemsIn(rig, sessionId), lines: transcript(rig, sessionId) }
}

function itemsIn({ log, sessions }: ReturnType<typeof createRunRig>, sessionId: SessionId): string[] {
  const contextId = sessions.get(sessionId).meta.activeContextId
  if (contextId === null) return []
  return log.paths
    .of(sessionId, contextId)
    .flatMap((event) =>
      event.kind === 'harness.item' ? [`${event.payload.kind}: ${event.payload.content}`] : [],
    )
}

describe('hooks of a run', () => {
  it('keep a message that one refuses out of the conversation, with the reason in its place', async () => {
    const gate = hook('prompt.submit', ({ text }) => (text.includes('key') ? { block: 'no keys' } : {}))
    const { rig, sessionId, lines, items } = await done(
      { replies: [says('Hello.')], hooks: [gate] },
      'my key',
    )
    expect([lines, rig.requests]).toEqual([[], []])
    expect(items).toEqual([
      'runtime-notice: The hook prompt.submit stopped this: no keys Your message was not sent. It is kept as another version at this place of the chat.',
    ])
    expect(runsOf(rig, sessionId)).toMatchObject([{ status: 'failed', error: { code: 'hook.blocked' } }])
    rig.say(sessionId, 'Hi')
    await ended(rig, sessionId, 2)
    expect(rig.requests[0]?.messages.map(textOf)).toEqual(['Hi'])
  })

  it('put a message in other words and add to it, once', async () => {
    const submit = hook('prompt.submit', ({ text }) => ({
      text: `${text}, please`,
      inject: [{ content: 'be kind' }],
    }))
    const start = hook('session.start', ({ resumed }) => ({ inject: [{ content: `resumed: ${resumed}` }] }))
    const { rig, sessionId, lines, items } = await done({
      replies: [says('Hello.'), says('Bye.')],
      hooks: [submit, start],
    })
    expect(lines).toEqual(['user: Go, please', 'assistant: Hello.'])
    expect(items).toEqual(['hook-context: resumed: false', 'hook-context: be kind'])
    rig.say(sessionId, 'Stop')
    await ended(rig, sessionId, 2)
    expect(itemsIn(rig, sessionId)).toHaveLength(3)
  })

  it('refuse a run before its model is asked', async () => {
    const gate = hook('run.start', () => ({ block: 'not now' }))
    const { rig, sessionId } = await done({ replies: [], hooks: [gate] })
    expect(runsOf(rig, sessionId)).toMatchObject([{ status: 'failed', error: { code: 'hook.blocked' } }])
    expect(rig.requests).toEqual([])
  })

  it('change a request, and then say whether it may be sent', async () => {
    const seen: string[] = []
    const shorten = hook('context.transform', ({ messages }) => ({ messages: messages.slice(-1) }))
    const look = hook('request.before', ({ messages }) => {
      seen.push(messages.map(textOf).join('|'))
      return messages.some((message) => textOf(message).includes('stop')) ? { block: 'enough' } : {}
    })
    const options = { replies: [says('Hello.'), says('x')], hooks: [shorten, look] }
    const { rig, sessionId } = await done(options)
    rig.say(sessionId, 'stop')
    await ended(rig, sessionId, 2)
    expect(seen).toEqual(['Go', 'stop'])
    expect(rig.requests).toHaveLength(1)
    expect(runsOf(rig, sessionId).at(-1)).toMatchObject({ error: { code: 'hook.blocked' } })
  })

  it('do not break a request: a list that no model accepts is not used', async () => {
    const breaks = hook('context.transform', ({ messages }) => ({
      messages: messages.filter(({ role }) => role !== 'tool'),
    }))
    const options = {
      replies: [calls('a'), says('Done.')],
      tools: [echo('a', async (word) => word)],
      hooks: [breaks],
    }
    const { rig } = await done(options)
    expect(rig.requests.at(-1)?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    expect(rig.noted.at(-1)).toMatchObject({ outcome: 'failed', words: expect.stringContaining('call_0') })
  })

  it('refuse a call, and the model reads why', async () => {
    const ran: string[] = []
    const tool = echo('a', async (word) => {
      ran.push(word)
      return word
    })
    const no = hook('tool.before', () => ({ decision: 'deny', reason: 'never push' }))
    const { lines, rig, sessionId } = await done({
      replies: [calls('a'), says('Well.')],
      tools: [tool],
      hooks: [no],
    })
    expect(lines).toContain('tool: A hook does not allow this call: never push')
    const answer = rig.messages(sessionId).find((message) => message.role === 'tool')
    expect(answer?.tool).toMatchObject({ synthetic: 'denied', refusedBy: 'hook' })
    expect(ran).toEqual([])
  })

  it('never make a no of the rules milder', async () => {
    const yes = hook('tool.before', () => ({ decision: 'allow' }))
    const options = {
      replies: [calls('a'), says('Well.')],
      tools: [echo('a', async (word) => word)],
      hooks: [yes],
    }
    const { lines } = await done({ ...options, judge: () => ({ verdict: 'deny', reason: 'the rules' }) })
    expect(lines).toContain('tool: the rules')
  })

  it('let the person be asked about what the rules allow, with the reason', async () => {
    const ask = hook('tool.before', () => ({ decision: 'ask', reason: 'it costs money' }))
    const options = {
      replies: [calls('a'), says('Well.')],
      tools: [echo('a', async (word) => word)],
      hooks: [ask],
    }
    const { rig, sessionId } = await told(options)
    await waits(rig, sessionId)
    expect(asksIn(rig, sessionId)).toMatchObject([{ what: 'permission', why: 'it costs money' }])
  })

  it('change the arguments of a call, which is judged anew and told to the model', async () => {
    const other = hook('tool.before', () => ({ args: { word: 'other' } }))
    const judged: string[] = []
    const options = {
      replies: [calls('a'), says('Well.')],
      tools: [echo('a', async (word) => word)],
      hooks: [other],
    }
    const { lines } = await done({
      ...options,
      judge: (tool) => {
        judged.push(tool)
        return { verdict: 'allow', reason: '' }
      },
    })
    expect(lines).toContain('tool: other\n\n(A hook changed the arguments of this call to {"word":"other"})')
    expect(judged).toEqual(['a', 'a'])
  })

  it('put other words in the place of a result, and add to the next request', async () => {
    const after = hook('tool.after', ({ result }) => ({
      result: { ...result, parts: [{ t: 'text', text: `${textOf(result)}!` }] },
      inject: [{ content: 'mind the gap' }],
    }))
    const options = {
      replies: [calls('a', 'a'), says('Well.')],
      tools: [echo('a', async (word) => word)],
      hooks: [after],
    }
    const { lines, items, rig } = await done(options)
    expect(lines.filter((line) => line.startsWith('tool'))).toEqual(['tool: a 0!', 'tool: a 1!'])
    expect(items).toEqual(['hook-context: mind the gap', 'hook-context: mind the gap'])
    expect(rig.requests.at(-1)?.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'tool',
    ])
  })

  it('stop a call whose hook fails, and not one whose hook may fail', async () => {
    const breaks = () => {
      throw new Error('inside')
    }
    const tools = [echo('a', async (word) => word)]
    const guard = await done({
      replies: [calls('a'), says('x')],
      tools,
      hooks: [hook('tool.before', breaks)],
    })
    expect(guard.lines[2]).toContain('could not be asked')
    const mild = await done({
      replies: [calls('a'), says('x')],
      tools,
      hooks: [hook('tool.before', breaks, 'skip')],
    })
    expect(mild.lines[2]).toBe('tool: a 0')
  })

  it('prolong a run, but not for ever', async () => {
    let asked = 0
    const stop = hook('run.stop', () => {
      asked += 1
      return { continueWith: 'not yet' }
    })
    const { lines, items, rig, sessionId } = await done({
      replies: ['one', 'two', 'three', 'four', 'five'].map(says),
      hooks: [stop],
    })
    expect(lines.slice(1)).toEqual(['one', 'two', 'three', 'four'].map((word) => `assistant: ${word}`))
    expect([asked, items.slice(0, 3)]).toEqual([4, Array(3).fill('hook-context: not yet')])
    expect(items[3]).toContain('extended this work 3 times')
    expect(runsOf(rig, sessionId)).toMatchObject([{ status: 'completed' }])
  })

  it('hold a steer that one refuses in the queue, and the run goes on', async () => {
    const gate = hook('prompt.submit', ({ text }) => (text === 'no' ? { block: 'no such words' } : {}))
    let goOn = () => {}
    const slow = echo(
      'a',
      (word) =>
        new Promise((resolve) => {
          goOn = () => resolve(word)
        }),
    )
    const { rig, sessionId } = await told({
      replies: [calls('a'), says('Done.')],
      tools: [slow],
      hooks: [gate],
    })
    await rig.until(sessionId, () => transcript(rig, sessionId).length === 2)
    rig.lane.enqueue(sessionId, 'steer', 'no')
    while (rig.log.bus.underWay(sessionId).tools.length === 0)
      await new Promise((resolve) => setImmediate(resolve))
    goOn()
    await ended(rig, sessionId)
    expect(rig.log.store.folds(sessionId).queue).toMatchObject([{ text: 'no', held: true }])
    expect(itemsIn(rig, sessionId)).toEqual([
      'runtime-notice: The hook prompt.submit stopped this: no such words Your message waits in the queue.',
    ])
  })
})
