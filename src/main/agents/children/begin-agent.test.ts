import { describe, expect, it } from 'vitest'
import { workedMs } from '#shared/run/worked.ts'
import { openAgentsRig } from '../../../../test/support/rigs/agents-rig.ts'
import { untilAborted } from '../../../../test/support/rigs/scripted-replies.ts'
import type { Work } from '../../runs/run/supervisor.ts'

const untilStopped: Work = (run) => untilAborted(run.signal)

describe('an agent that waits for a place', () => {
  it('has not begun in the log until it has one, and nothing is told of one that has it at once', async () => {
    const rig = await openAgentsRig({ places: 1, work: untilStopped })
    const [first, second] = [await rig.give(rig.chatId), await rig.give(rig.chatId)]
    const standing = () => [rig.states(first.sessionId), rig.states(second.sessionId)]
    expect(standing()).toEqual([['running'], ['pending']])
    expect(rig.children.lifeOf(second.sessionId)?.state).toBe('queued')
    expect(rig.children.lifeOf(first.sessionId)?.state).toBe('running')
    first.stop(new Error('Enough.'))
    await first.done
    await expect.poll(standing).toEqual([['cancelled'], ['running']])
    expect(rig.children.lifeOf(second.sessionId)?.state).toBe('running')
    second.stop(new Error('Enough.'))
    await second.done
  })

  it('is stopped without having worked', async () => {
    const rig = await openAgentsRig({ places: 1, work: untilStopped })
    const [first, second] = [await rig.give(rig.chatId), await rig.give(rig.chatId)]
    second.stop(new Error('Not needed.'))
    const run = await second.done
    expect([run.status, run.startedAt, workedMs([run], run.createdAt + 60_000)]).toEqual([
      'cancelled',
      undefined,
      0,
    ])
    first.stop(new Error('Enough.'))
    await first.done
  })
})
