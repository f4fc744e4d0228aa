import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { createGate, type Gate } from '../../../../test/support/models/model-script.ts'
import { openAgentsRig } from '../../../../test/support/rigs/agents-rig.ts'
import type { Reply } from '../../../../test/support/rigs/run-rig.ts'
import { scriptedHook } from '../../../../test/support/rigs/scripted-hook.ts'
import { says, untilAborted } from '../../../../test/support/rigs/scripted-replies.ts'
import type { InterceptHook } from '../../hooks/hook.ts'

const refusesGreen = scriptedHook('prompt.submit', ({ text }) =>
  text.includes('GREEN') ? { block: 'no such words' } : {},
)

/** A hook that opens `asked` when it is asked about them, and lets them pass once the other gate is open. */
function looksLong(asked: Gate, answered: Gate): InterceptHook {
  const run = async ({ text }: { readonly text: string }) => {
    if (!text.includes('GREEN')) return {}
    asked.open()
    return answered.passed.then(() => ({}))
  }
  return { ...refusesGreen, run } as unknown as InterceptHook
}

describe('words that wait for an agent', () => {
  /** An agent that was stopped before it could hear what was said to it. */
  const stoppedUnheard = async (replies: readonly Reply[] = [], settled = async () => {}) => {
    let works = 0
    const rig = await openAgentsRig({
      replies,
      settled,
      work: async (run) => {
        works += 1
        if (works === 1) await untilAborted(run.signal)
        else await rig.work(new Map())(run)
      },
    })
    const agent = await rig.give(rig.chatId)
    await rig.children.tell(agent.sessionId, { prompt: 'Mind the GREEN one.', background: true })
    await rig.children.stop(agent.sessionId, 'Stopped by you.')
    return { rig, sessionId: agent.sessionId, queue: () => rig.log.store.folds(agent.sessionId).queue }
  }

  it('wait on when it is stopped, and it goes on with them when they are released', async () => {
    const { rig, sessionId, queue } = await stoppedUnheard([says('Seen.')])
    expect(queue()).toMatchObject([{ text: 'Mind the GREEN one.' }])
    await Promise.all([rig.children.release(sessionId), rig.children.release(sessionId)])
    await rig.children.at(sessionId)?.done
    expect(queue()).toEqual([])
    expect(rig.states(sessionId)).toEqual(['cancelled', 'completed'])
    expect(rig.lines(sessionId)).toEqual([
      ...['user: LOOK', 'steer: Mind the GREEN one.', 'assistant: Seen.'],
    ])
  })

  it('are heard before what is said to it afterwards', async () => {
    const { rig, sessionId, queue } = await stoppedUnheard([says('Seen.')])
    const child = await rig.children.tell(sessionId, { prompt: 'And the RED one.', background: true })
    await child?.done
    expect(queue()).toEqual([])
    expect(rig.lines(sessionId)).toEqual([
      ...['user: LOOK', 'steer: Mind the GREEN one.', 'steer: And the RED one.', 'assistant: Seen.'],
    ])
  })

  it('wait alone when nobody can hear what is said to it afterwards', async () => {
    let isThere = true
    const { rig, sessionId, queue } = await stoppedUnheard([], async () => {
      if (!isThere) throw AppError.forAgent('tool.failed', 'Nobody can.')
    })
    isThere = false
    const told = rig.children.tell(sessionId, { prompt: 'And the RED one.', background: true })
    await expect(told).rejects.toThrow('Nobody can.')
    expect(queue()).toMatchObject([{ text: 'Mind the GREEN one.' }])
  })

  it('begin nothing while a hook refuses all of them', async () => {
    const rig = await openAgentsRig({ hooks: [refusesGreen], replies: [says('Seen.'), says('Blue.')] })
    const agent = await rig.give(rig.chatId)
    await rig.children.tell(agent.sessionId, { prompt: 'Mind the GREEN one.', background: true })
    await agent.done
    const waiting = [{ text: 'Mind the GREEN one.', held: true }]
    expect(rig.log.store.folds(agent.sessionId).queue).toMatchObject(waiting)
    await rig.children.release(agent.sessionId)
    await rig.children.at(agent.sessionId)?.done
    expect(rig.log.store.folds(agent.sessionId).queue).toMatchObject(waiting)
    expect(rig.lines(agent.sessionId).filter((line) => !line.startsWith('runtime-notice'))).toEqual([
      ...['user: LOOK', 'assistant: Seen.'],
    ])
    expect([rig.states(agent.sessionId), rig.told.length]).toEqual([['completed'], 1])
    const [item] = rig.log.store.folds(agent.sessionId).queue
    if (item === undefined) throw new Error('Nothing waits.')
    rig.queue.update(agent.sessionId, item.itemId, { text: 'Mind the blue one.' })
    await rig.children.release(agent.sessionId)
    await rig.children.at(agent.sessionId)?.done
    expect(rig.lines(agent.sessionId).slice(-2)).toEqual(['steer: Mind the blue one.', 'assistant: Blue.'])
    expect(rig.states(agent.sessionId)).toEqual(['completed', 'completed'])
  })

  it('leave the queue only with the run that they begin: none is read and never acted on', async () => {
    const [asked, answered] = [createGate(), createGate()]
    const rig = await openAgentsRig({
      hooks: [looksLong(asked, answered)],
      replies: [says('Seen.'), says('Both.')],
    })
    const agent = await rig.give(rig.chatId)
    await agent.done
    const { sessionId } = agent
    rig.queue.add(sessionId, 'steer', 'Mind the blue one.')
    rig.queue.add(sessionId, 'steer', 'Mind the GREEN one.')
    const released = rig.children.release(sessionId)
    await asked.passed
    expect(rig.log.store.folds(sessionId).queue.map(({ text }) => text)).toEqual([
      ...['Mind the blue one.', 'Mind the GREEN one.'],
    ])
    answered.open()
    await released
    await rig.children.at(sessionId)?.done
    expect(rig.lines(sessionId).slice(2)).toEqual([
      ...['steer: Mind the blue one.', 'steer: Mind the GREEN one.', 'assistant: Both.'],
    ])
  })

  it('begin nothing once they are taken out', async () => {
    const { rig, sessionId, queue } = await stoppedUnheard()
    for (const { itemId } of queue()) rig.queue.remove(sessionId, itemId)
    await rig.children.release(sessionId)
    expect(rig.states(sessionId)).toEqual(['cancelled'])
  })

  it('never begin a run of a chat in its log', async () => {
    const { rig, sessionId, queue } = await stoppedUnheard()
    const [item] = queue()
    expect(() => rig.lane.release(sessionId)).toThrow(AppError)
    expect(() => rig.lane.sendNow(sessionId, item?.itemId as never)).toThrow(AppError)
    expect(() => rig.lane.enqueue(sessionId, 'steer', 'Now.')).toThrow(AppError)
    expect(() => rig.lane.send(sessionId, [{ t: 'text', text: 'Now.' }])).toThrow(AppError)
    expect(rig.states(sessionId)).toEqual(['cancelled'])
    expect(queue()).toEqual([item])
  })
})

type ToldLast = {
  readonly hook?: InterceptHook
  readonly replies?: readonly Reply[]
  readonly background?: boolean
}

describe('words that come when the last answer of an agent is stored and its run has not ended', () => {
  /** Opens an agent that receives a message at its end. */
  const toldLast = async ({ hook = refusesGreen, replies = [], background = true }: ToldLast) => {
    let works = 0
    const rig = await openAgentsRig({
      hooks: [hook],
      replies: [says('Blue.'), ...replies],
      work: async (run) => {
        works += 1
        await rig.work(new Map())(run)
        if (works === 1)
          await rig.children.tell(run.sessionId, { prompt: 'Mind the GREEN one.', background: true })
      },
    })
    const agent = await rig.give(rig.chatId, { background })
    const { sessionId } = agent
    const queue = () => rig.log.store.folds(sessionId).queue
    const said = () => rig.lines(sessionId).filter((line) => !line.startsWith('runtime-notice'))
    return { rig, agent, sessionId, queue, said }
  }

  it.each([true, false])(
    'let it end with what it found where a hook refuses them, and ask the model nothing (background: %s)',
    async (background) => {
      const { rig, agent, sessionId, queue, said } = await toldLast({ background })
      const end = await agent.done
      expect(end).toMatchObject({ runId: agent.runId, status: 'completed' })
      expect(queue()).toMatchObject([{ text: 'Mind the GREEN one.', held: true }])
      expect([rig.states(sessionId), said()]).toEqual([['completed'], ['user: LOOK', 'assistant: Blue.']])
      expect(rig.told).toEqual(background ? [end] : [])
      expect([rig.requests.length, rig.children.isAtWork(sessionId)]).toEqual([2, false])
    },
  )

  it('reach it as a hook puts them, with what the hook adds', async () => {
    const puts = scriptedHook('prompt.submit', ({ text }) =>
      text.includes('GREEN') ? { text: 'Mind the red one.', inject: [{ content: 'It is ebb.' }] } : {},
    )
    const { rig, agent, sessionId, said } = await toldLast({ hook: puts, replies: [says('Red.')] })
    await agent.done
    expect(said().slice(2)).toEqual([
      'steer: Mind the red one.',
      'hook-context: It is ebb.',
      'assistant: Red.',
    ])
    expect([rig.states(sessionId), rig.told.length]).toEqual([['completed', 'completed'], 1])
  })

  it('are not waited for when it is stopped while a hook looks at them', async () => {
    const asked = createGate()
    const { rig, agent, sessionId, queue } = await toldLast({ hook: looksLong(asked, createGate()) })
    await asked.passed
    expect(rig.children.isAtWork(sessionId)).toBe(true)
    await rig.children.stop(sessionId, 'Enough.')
    expect(await agent.done).toMatchObject({ runId: agent.runId, status: 'completed' })
    expect([rig.told.length, rig.children.isAtWork(sessionId)]).toEqual([1, false])
    expect(queue()).toMatchObject([{ text: 'Mind the GREEN one.', held: false }])
  })

  it('are heard together with what is said while a hook looks at them', async () => {
    const [asked, answered] = [createGate(), createGate()]
    const hook = looksLong(asked, answered)
    const { rig, agent, sessionId, said } = await toldLast({ hook, replies: [says('Both.')] })
    await asked.passed
    const told = rig.children.tell(sessionId, { prompt: 'And the RED one.', background: true })
    answered.open()
    expect(await told).toBe(null)
    await agent.done
    expect(said().slice(2)).toEqual([
      ...['steer: Mind the GREEN one.', 'steer: And the RED one.', 'assistant: Both.'],
    ])
    expect([rig.states(sessionId), rig.told.length]).toEqual([['completed', 'completed'], 1])
  })
})

describe('words of the person for an agent that has ended', () => {
  const ended = async (...hooks: readonly InterceptHook[]) => {
    const rig = await openAgentsRig({ hooks, replies: [says('Seen.'), says('Heard.')] })
    const { sessionId, done } = await rig.give(rig.chatId)
    await done
    return { rig, sessionId }
  }

  it('begin nothing where a hook refuses them, and whoever said them is told why', async () => {
    const { rig, sessionId } = await ended(refusesGreen)
    await expect(rig.children.say(sessionId, 'Take the GREEN one.')).rejects.toMatchObject({
      code: 'hook.blocked',
      message: expect.stringContaining('no such words'),
    })
    expect([rig.states(sessionId), rig.told.length]).toEqual([['completed'], 1])
    expect(rig.lines(sessionId)).toEqual(['user: LOOK', 'assistant: Seen.'])
  })

  it('reach it as a hook puts them, with what the hook adds', async () => {
    const puts = scriptedHook('prompt.submit', ({ text }) =>
      text === 'LOOK' ? {} : { text: 'Take the blue one.', inject: [{ content: 'It is ebb.' }] },
    )
    const { rig, sessionId } = await ended(puts)
    await rig.children.say(sessionId, 'Take the GREEN one.')
    await rig.children.at(sessionId)?.done
    expect(rig.lines(sessionId).slice(2)).toEqual([
      ...['user: Take the blue one.', 'hook-context: It is ebb.', 'assistant: Heard.'],
    ])
  })
})
