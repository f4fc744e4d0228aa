import { describe, expect, it } from 'vitest'
import { BlobId, type SessionId } from '#shared/ids.ts'
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
} from '../../../../test/support/rigs/scripted-replies.ts'

describe('the queue', () => {
  it('starts the next message when a run has completed', async () => {
    const rig = createRunRig({ replies: [saysAndWaits(), says('Second.')] })
    const sessionId = await rig.open()
    rig.say(sessionId, 'One')
    rig.say(sessionId, 'Two')
    release()
    await ended(rig, sessionId, 2)
    expect(transcript(rig, sessionId)).toEqual([
      'user: One',
      'assistant: First.',
      'user: Two',
      'assistant: Second.',
    ])
    expect(rig.log.store.folds(sessionId).queue).toEqual([])
  })

  it('holds everything after a stop, steers included, until it is released', async () => {
    const rig = createRunRig({ replies: [saysAndHangs('...'), says('Later.'), says('Last.')] })
    const sessionId = await rig.open()
    rig.say(sessionId, 'One')
    rig.lane.enqueue(sessionId, 'followup', 'Two')
    rig.lane.enqueue(sessionId, 'steer', 'And mind the gap')
    const [run] = runsOf(rig, sessionId)
    if (run === undefined) throw new Error('no run')
    await rig.supervisor.cancel(sessionId, run.runId, 'Stopped by you.')
    await rig.until(sessionId, () => rig.log.store.folds(sessionId).queue.every((item) => item.held))

    expect(rig.log.store.folds(sessionId).queue).toMatchObject([
      { lane: 'followup', text: 'And mind the gap', held: true },
      { lane: 'followup', text: 'Two', held: true },
    ])
    rig.lane.release(sessionId)
    await ended(rig, sessionId, 3)
    expect(transcript(rig, sessionId)).toContain('user: And mind the gap')
  })

  const picture = { t: 'file', blobId: BlobId.parse('blb_00000001'), mime: 'image/png' } as const

  it('sends a message with its pictures when the run has ended', async () => {
    const rig = createRunRig({ replies: [saysAndHangs('...'), says('A tide table.')] })
    const sessionId = await rig.open()
    rig.say(sessionId, 'One')
    rig.lane.send(sessionId, [{ t: 'text', text: 'What is this?' }, picture])
    const [waiting] = rig.log.store.folds(sessionId).queue
    expect(waiting).toMatchObject({ lane: 'followup', text: 'What is this?', files: [picture] })
    const [run] = runsOf(rig, sessionId)
    if (run === undefined) throw new Error('no run')
    await rig.supervisor.cancel(sessionId, run.runId, 'Stopped by you.')
    await rig.until(sessionId, () => rig.log.store.folds(sessionId).queue.every((item) => item.held))
    rig.lane.release(sessionId)
    await ended(rig, sessionId, 2)
    const said = rig.messages(sessionId).filter(({ role }) => role === 'user')
    expect(said.at(-1)?.parts).toEqual([{ t: 'text', text: 'What is this?' }, picture])
  })

  it('lets a message with pictures join the run that goes on, as a message of its own', async () => {
    const rig = createRunRig({
      replies: [calls('echo'), says('A tide table.')],
      tools: [
        echo('echo', async (word) => {
          rig.lane.enqueue(sessionId, 'followup', 'And this?', [picture])
          const [waiting] = rig.log.store.folds(sessionId).queue
          if (waiting !== undefined) rig.lane.sendNow(sessionId, waiting.itemId)
          return word
        }),
      ],
    })
    const sessionId: SessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await ended(rig, sessionId)
    expect(rig.messages(sessionId).map(({ role }) => role)).toEqual([
      ...['user', 'assistant', 'tool', 'user', 'assistant'],
    ])
    expect(rig.requests.at(-1)?.messages.at(-1)?.parts).toEqual([{ t: 'text', text: 'And this?' }, picture])
    expect(rig.log.store.folds(sessionId).queue).toEqual([])
  })

  it('goes on with an answer that was cut off before its first word was said', async () => {
    const thinks: Reply = async function* () {
      yield { t: 'reasoning', block: 0, text: 'The moon pulls, and' }
      yield { t: 'end', stop: 'length', usage: { input: 10, output: 5 } }
    }
    const rig = createRunRig({ replies: [thinks, says('It pulls the sea.')] })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Why?')
    await ended(rig, sessionId)
    expect(transcript(rig, sessionId).at(-1)).toBe('assistant: It pulls the sea.')
  })

  it('lets a steer join the run before its next request', async () => {
    const rig = createRunRig({
      replies: [calls('echo'), says('Done.')],
      tools: [
        echo('echo', async (word) => {
          rig.lane.enqueue(sessionId, 'steer', 'Use tabs')
          return word
        }),
      ],
    })
    const sessionId: SessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await ended(rig, sessionId)
    const contextId = rig.sessions.get(sessionId).meta.activeContextId
    if (contextId === null) throw new Error('no context')
    const kinds = rig.log.paths.of(sessionId, contextId).map((event) => event.kind)
    expect(kinds).toEqual(['message', 'message', 'message', 'harness.item', 'message'])
    expect(rig.log.store.folds(sessionId).queue).toEqual([])
  })

  it('lets a message be taken out twice, as from two windows, but not once it was sent', async () => {
    const rig = createRunRig({ replies: [saysAndWaits(), says('Second.')] })
    const sessionId = await rig.open()
    rig.say(sessionId, 'One')
    rig.lane.enqueue(sessionId, 'followup', 'Two')
    rig.lane.enqueue(sessionId, 'followup', 'Three')
    const [two, three] = rig.log.store.folds(sessionId).queue
    if (two === undefined || three === undefined) throw new Error('Nothing waits.')
    rig.queue.remove(sessionId, two.itemId)
    rig.queue.remove(sessionId, two.itemId)
    expect(rig.log.store.folds(sessionId).queue).toEqual([three])
    expect(() => rig.lane.sendNow(sessionId, two.itemId)).toThrow('was removed before it was sent')
    release()
    await ended(rig, sessionId, 2)
    expect(() => rig.queue.remove(sessionId, three.itemId)).toThrow('has already been sent')
  })

  let release = () => {}
  const saysAndWaits = (): Reply => {
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    return async function* () {
      await gate
      yield { t: 'text', block: 0, text: 'First.' }
      yield END
    }
  }
})
