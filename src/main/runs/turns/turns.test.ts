import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
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

describe('a chat run', () => {
  it('stores the question, the answer and what it cost', async () => {
    const rig = createRunRig({ replies: [says('Hello.')] })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Hi')
    await ended(rig, sessionId)

    expect(transcript(rig, sessionId)).toEqual(['user: Hi', 'assistant: Hello.'])
    expect(runsOf(rig, sessionId)).toMatchObject([
      { status: 'completed', turns: 1, usage: { input: 10, output: 5 } },
    ])
    expect(rig.sessions.get(sessionId).usage).toEqual({ 'test/scripted': { input: 10, output: 5 } })
  })

  it('answers every call in call order although the later one is done first', async () => {
    let releaseFirst = () => {}
    const firstMayEnd = new Promise<void>((resolve) => {
      releaseFirst = resolve
    })
    const slow = echo('slow', async (word) => {
      await firstMayEnd
      return word
    })
    const quick = echo('quick', async (word) => {
      releaseFirst()
      return word
    })
    const rig = createRunRig({ replies: [calls('slow', 'quick'), says('Done.')], tools: [slow, quick] })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await ended(rig, sessionId)

    expect(transcript(rig, sessionId)).toEqual([
      'user: Go',
      'assistant: ',
      'tool: slow 0',
      'tool: quick 1',
      'assistant: Done.',
    ])
  })

  it('stores answers that come at once together, and without waiting for a slower call', async () => {
    const told: string[][] = []
    let mayEnd = () => {}
    const slow = echo(
      'slow',
      (word) =>
        new Promise<string>((resolve) => {
          mayEnd = () => resolve(word)
        }),
    )
    const quick = echo('quick', async (word) => word)
    const replies = [calls('quick', 'quick', 'quick', 'slow'), says('Done.')]
    const rig = createRunRig({ replies, tools: [slow, quick] })
    const sessionId = await rig.open()
    rig.log.bus.subscribe((_session, events) => {
      const stored = events.flatMap((event) =>
        event.kind === 'message' && event.payload.message.role === 'tool'
          ? [event.payload.message.tool?.name ?? '']
          : [],
      )
      if (stored.length === 0) return
      told.push(stored)
      mayEnd()
    })
    rig.say(sessionId, 'Go')
    await ended(rig, sessionId)
    expect(told).toEqual([['quick', 'quick', 'quick'], ['slow']])
  })

  it('stores the answer of a tool under the id it was announced with', async () => {
    const rig = createRunRig({
      replies: [calls('a', 'a'), says('Done.')],
      tools: [echo('a', async (word) => word)],
    })
    const sessionId = await rig.open()
    const announced = new Set<string>()
    const stored: string[] = []
    rig.log.bus.subscribe((_, events) => {
      for (const event of events) {
        if (event.kind === 'tool.started') announced.add(event.payload.eventId)
        if (event.kind === 'message' && event.payload.message.role === 'tool') stored.push(event.id)
      }
    })
    rig.say(sessionId, 'Go')
    await ended(rig, sessionId)
    expect([stored.length, stored.filter((id) => !announced.has(id))]).toEqual([2, []])
  })

  it('stores what was read before it hears the next answer', async () => {
    const storedAt: string[][] = []
    const looks: Reply = async function* () {
      await Promise.resolve()
      storedAt.push(transcript(rig, sessionId))
      yield { t: 'text', block: 0, text: 'Seen.' }
      storedAt.push(transcript(rig, sessionId))
      yield END
    }
    const rig = createRunRig({ replies: [calls('look'), looks], tools: [echo('look', async (word) => word)] })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await ended(rig, sessionId)

    const before = ['user: Go']
    const after = [...before, 'assistant: ', 'tool: look 0']
    expect(storedAt).toEqual([before, after])
    expect(rig.requests.at(-1)?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
  })

  it('tells the model about a tool that does not exist and goes on', async () => {
    const rig = createRunRig({ replies: [calls('nothing'), says('I see.')] })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await ended(rig, sessionId)

    expect(transcript(rig, sessionId).at(2)).toContain('There is no tool `nothing`')
    expect(runsOf(rig, sessionId)).toMatchObject([{ status: 'completed' }])
  })

  it('keeps the words that had arrived when it is stopped', async () => {
    const rig = createRunRig({ replies: [saysAndHangs('Half an ans')] })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await rig.until(sessionId, () => rig.log.bus.underWay(sessionId).inflight.length > 0)
    const [run] = runsOf(rig, sessionId)
    if (run === undefined) throw new Error('no run')
    await rig.supervisor.cancel(sessionId, run.runId, 'Stopped by you.')

    expect(rig.messages(sessionId).at(-1)).toMatchObject({
      role: 'assistant',
      stop: 'cancelled',
      parts: [{ t: 'text', text: 'Half an ans' }],
    })
    expect(runsOf(rig, sessionId)).toMatchObject([{ status: 'cancelled', reason: 'Stopped by you.' }])
  })

  it('answers the calls of a run that is stopped while its tools run', async () => {
    let started = () => {}
    const running = new Promise<void>((resolve) => {
      started = resolve
    })
    const hangs = echo('hangs', (_word, signal) => {
      started()
      return untilAborted(signal)
    })
    const rig = createRunRig({ replies: [calls('hangs', 'hangs')], tools: [hangs] })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await running
    const [run] = runsOf(rig, sessionId)
    if (run === undefined) throw new Error('no run')
    await rig.supervisor.cancel(sessionId, run.runId, 'Stopped by you.')

    const answers = rig.messages(sessionId).filter((message) => message.role === 'tool')
    expect(answers.map((answer) => answer.tool?.synthetic)).toEqual(['cancelled', 'cancelled'])
    expect(runsOf(rig, sessionId)).toMatchObject([{ status: 'cancelled', usage: { input: 10, output: 5 } }])
  })

  it('fails with the words of the provider and stays usable', async () => {
    const fails: Reply = async function* () {
      yield { t: 'text', block: 0, text: 'Half' }
      throw AppError.quoting('llm.auth', 'The key is not valid any more.')
    }
    const rig = createRunRig({ replies: [fails, says('Again.')] })
    const sessionId = await rig.open()
    rig.say(sessionId, 'One')
    await ended(rig, sessionId)
    rig.say(sessionId, 'Two')
    await ended(rig, sessionId, 2)

    expect(transcript(rig, sessionId)).toEqual([
      'user: One',
      'assistant: Half',
      'user: Two',
      'assistant: Again.',
    ])
    expect(runsOf(rig, sessionId)).toMatchObject([
      { status: 'failed', error: { code: 'llm.auth' } },
      { status: 'completed' },
    ])
  })

  it('ends with a limit instead of going on for ever', async () => {
    const rig = createRunRig({
      replies: [calls('echo'), calls('echo'), calls('echo')],
      tools: [echo('echo', async (word) => word)],
      maxTurns: 2,
    })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await ended(rig, sessionId)
    expect(runsOf(rig, sessionId)).toMatchObject([{ status: 'failed', error: { code: 'limit.exceeded' } }])
  })
})
