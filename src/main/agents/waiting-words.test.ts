import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { openAgentsRig } from '../../../test/support/agents-rig.ts'
import type { Reply } from '../../../test/support/run-rig.ts'
import { says, untilAborted } from '../../../test/support/scripted-replies.ts'

describe('words that wait for an agent', () => {
  /** An agent that was stopped before it could hear what was said to it. */
  const stoppedUnheard = async (replies: readonly Reply[] = [], settled = async () => {}) => {
    let works = 0
    const rig = await openAgentsRig({
      ...{ replies, settled },
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
