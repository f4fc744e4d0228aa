import { describe, expect, it } from 'vitest'
import type { HarnessItem } from '#shared/context/harness-item.ts'
import { AppError } from '#shared/errors.ts'
import { type SessionId, WorktreeId } from '#shared/ids.ts'
import { openTestLog } from '../../../../test/support/data/open-log.ts'
import { createGate } from '../../../../test/support/models/model-script.ts'
import { type AgentsRig, openAgentsRig } from '../../../../test/support/rigs/agents-rig.ts'
import type { Reply } from '../../../../test/support/rigs/run-rig.ts'
import { scriptedHook } from '../../../../test/support/rigs/scripted-hook.ts'
import { END, says, untilAborted } from '../../../../test/support/rigs/scripted-replies.ts'
import type { Work } from '../../runs/run/supervisor.ts'
import { newestRunOf } from '../records/newest-run.ts'

const untilStopped: Work = (run) => untilAborted(run.signal)
const BACK = { background: true } as const

/** Replies once `before` is over, like a model that receives a message in the meantime. */
const saysAfter = (text: string, before: () => void | Promise<void>): Reply =>
  async function* () {
    yield { t: 'text', block: 0, text }
    await before()
    yield END
  }

/** Sends a message to an agent. Returns whether it was running and received it. */
const tell = async ({ children }: AgentsRig, sessionId: SessionId, prompt: string): Promise<boolean> =>
  (await children.tell(sessionId, { prompt, ...BACK })) === null

describe('words for an agent', () => {
  it('are heard that come while it writes its last answer, in the same run', async () => {
    let heard: Promise<boolean> | null = null
    const rig = await openAgentsRig({
      replies: [
        saysAfter('The blue one.', () => {
          heard = tell(rig, agent.sessionId, 'Look at GREEN too.')
        }),
        says('The green one as well.'),
      ],
    })
    const agent = await rig.give(rig.chatId)
    const run = await agent.done
    expect(await heard).toBe(true)
    expect(rig.lines(agent.sessionId)).toEqual([
      'user: LOOK',
      'assistant: The blue one.',
      'steer: Look at GREEN too.',
      'assistant: The green one as well.',
    ])
    expect(run).toMatchObject({ runId: agent.runId, status: 'completed', turns: 2 })
    expect(rig.told).toHaveLength(1)
  })

  it('are heard that come when its last answer is stored and its run has not ended', async () => {
    let works = 0
    const heard: boolean[] = []
    const rig = await openAgentsRig({
      replies: [says('Blue.'), says('Green.')],
      work: async (run) => {
        works += 1
        await rig.work(new Map())(run)
        if (works === 1) heard.push(await tell(rig, run.sessionId, 'And GREEN.'))
      },
    })
    const agent = await rig.give(rig.chatId, { background: false })
    const run = await agent.done
    expect([works, heard]).toEqual([2, [true]])
    expect(run.runId).not.toBe(agent.runId)
    expect(rig.states(agent.sessionId)).toEqual(['completed', 'completed'])
    expect(rig.lines(agent.sessionId)).toEqual([
      ...['user: LOOK', 'assistant: Blue.', 'steer: And GREEN.', 'assistant: Green.'],
    ])
    expect(rig.told).toEqual([])
  })
})

describe('words for an agent that writes its last answer', () => {
  /** Opens an agent that receives a message while it answers. */
  const toldMeanwhile = async (more: Parameters<typeof openAgentsRig>[0]) => {
    const rig = await openAgentsRig({
      ...more,
      replies: [
        saysAfter('Blue.', () => void tell(rig, agent.sessionId, 'And GREEN.')),
        ...(more?.replies ?? []),
      ],
    })
    const agent = await rig.give(rig.chatId)
    await agent.done
    return { rig, sessionId: agent.sessionId }
  }

  it('begin a run of their own when it had its last turn', async () => {
    const { rig, sessionId } = await toldMeanwhile({ maxTurns: 1, replies: [says('Green.')] })
    expect(rig.states(sessionId)).toEqual(['completed', 'completed'])
    expect(rig.lines(sessionId).slice(1)).toEqual([
      ...['assistant: Blue.', 'steer: And GREEN.', 'assistant: Green.'],
    ])
    expect(rig.told).toHaveLength(1)
  })

  it('stay in its queue, held, when a hook refuses them, and it has ended', async () => {
    const gate = scriptedHook('prompt.submit', ({ text }) =>
      text === 'And GREEN.' ? { block: 'no such words' } : {},
    )
    const { rig, sessionId } = await toldMeanwhile({ hooks: [gate] })
    expect(rig.states(sessionId)).toEqual(['completed'])
    expect(rig.log.store.folds(sessionId).queue).toMatchObject([{ text: 'And GREEN.', held: true }])
  })
})

describe('an agent', () => {
  it('that has ended is begun once, whoever speaks to it meanwhile', async () => {
    const gate = createGate()
    let settling = Promise.resolve()
    const rig = await openAgentsRig({
      replies: [says('Seen.'), says('Red.'), says('And green.')],
      settled: () => settling,
    })
    const agent = await rig.give(rig.chatId)
    await agent.done
    settling = gate.passed
    const said = [
      tell(rig, agent.sessionId, 'Take RED.'),
      tell(rig, agent.sessionId, 'Take GREEN.'),
      rig.children.wake(agent.sessionId, []).then(() => null),
    ]
    gate.open()
    expect(await Promise.all(said)).toEqual([false, true, null])
    await rig.children.at(agent.sessionId)?.done
    expect(rig.lines(agent.sessionId)).toEqual([
      ...['user: LOOK', 'assistant: Seen.'],
      ...['user: Take RED.', 'assistant: Red.', 'steer: Take GREEN.', 'assistant: And green.'],
    ])
    expect(rig.states(agent.sessionId)).toEqual(['completed', 'completed'])
  })

  it('is begun by the second who speaks to it when the first could not', async () => {
    let tries = 0
    const rig = await openAgentsRig({
      replies: [says('Seen.'), says('Done.')],
      settled: async () => {
        tries += 1
        if (tries === 2) throw new Error('Not now.')
      },
    })
    const agent = await rig.give(rig.chatId)
    await agent.done
    const said = [tell(rig, agent.sessionId, 'RED'), tell(rig, agent.sessionId, 'GREEN')]
    expect((await Promise.allSettled(said)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    await rig.children.at(agent.sessionId)?.done
    expect(rig.lines(agent.sessionId).slice(2)).toEqual(['user: GREEN', 'assistant: Done.'])
  })

  it('that is being stopped goes on with what is said to it meanwhile, once it has stopped', async () => {
    let works = 0
    const rig = await openAgentsRig({
      work: async (run) => {
        works += 1
        if (works === 1) await untilAborted(run.signal)
      },
    })
    const agent = await rig.give(rig.chatId)
    const stopped = rig.children.stop(agent.sessionId, 'Stopped by you.')
    const heard = tell(rig, agent.sessionId, 'Take GREEN instead.')
    await stopped
    expect(await heard).toBe(false)
    await rig.children.at(agent.sessionId)?.done
    expect(rig.states(agent.sessionId)).toEqual(['cancelled', 'completed'])
    expect(rig.lines(agent.sessionId)).toEqual(['user: LOOK', 'user: Take GREEN instead.'])
  })
})

it('goes on when it is spoken to although the end of its run could not be stored', async () => {
  const rig = await openAgentsRig({ replies: [says('Seen.'), says('Done.')] })
  const { publish } = rig.log.log
  rig.log.log.publish = (sessionId, events) => {
    if (events.some((event) => event.kind === 'run.status' && event.payload.to === 'completed')) {
      throw AppError.cancelled('The disk is full.')
    }
    return publish(sessionId, events)
  }
  const agent = await rig.give(rig.chatId)
  await agent.done
  rig.log.log.publish = publish
  expect(rig.states(agent.sessionId)).toEqual(['running'])
  expect(await tell(rig, agent.sessionId, 'Take GREEN.')).toBe(false)
  await rig.children.at(agent.sessionId)?.done
  expect(rig.states(agent.sessionId)).toEqual(['failed', 'completed'])
})

describe('a stop', () => {
  it('reaches all that work for an agent, in the background, queued and below one that has ended', async () => {
    const gate = createGate()
    const rig = await openAgentsRig({
      places: 2,
      work: async (run) => {
        const [first] = rig.messages(run.sessionId)
        if (JSON.stringify(first).includes('BRIEF')) await gate.passed
        else await untilAborted(run.signal)
      },
    })
    const top = await rig.give(rig.chatId)
    const aside = await rig.give(rig.chatId)
    const brief = await rig.give(top.sessionId, { prompt: 'BRIEF' })
    const low = await rig.give(brief.sessionId)
    gate.open()
    await brief.done
    const others = await Promise.all([1, 2, 3].map(() => rig.give(top.sessionId)))
    await rig.children.stop(top.sessionId, 'Stopped by you.')
    const all = [top, low, ...others].map(({ sessionId }) => rig.states(sessionId))
    expect(all).toEqual(Array.from({ length: 5 }, () => ['cancelled']))
    expect(rig.children.atWork()).toEqual([aside.sessionId])
    await rig.children.stop(aside.sessionId, 'The test is over.')
  })

  it('reaches one that is beginning, and one that is about to be tried again', async () => {
    const gate = createGate()
    let settling = Promise.resolve()
    const rig = await openAgentsRig({ work: untilStopped, settled: () => settling })
    const top = await rig.give(rig.chatId)
    const hangs = await rig.give(top.sessionId)
    await expect.poll(() => rig.children.lifeOf(hangs.sessionId)?.state).toBe('running')
    const rests = await rig.give(top.sessionId)
    await rig.children.stop(rests.sessionId, 'Enough.')
    settling = gate.passed
    const heard = tell(rig, rests.sessionId, 'Once more.')
    rig.expire('idle', 1)
    const stopped = rig.children.stop(top.sessionId, 'Stopped by you.')
    gate.open()
    expect(await heard).toBe(false)
    await stopped
    expect([top, hangs, rests].map(({ sessionId }) => rig.states(sessionId))).toEqual([
      ['cancelled'],
      ['failed'],
      ['cancelled', 'cancelled'],
    ])
    expect(rig.children.atWork()).toEqual([])
  })

  it('leaves alone who works for somebody else by now', async () => {
    const rig = await openAgentsRig({ work: untilStopped })
    const [top, other] = [await rig.give(rig.chatId), await rig.give(rig.chatId)]
    const moved = await rig.give(top.sessionId)
    await rig.children.stop(moved.sessionId, 'Enough.')
    const parentRun = rig.runIn(other.sessionId)
    await rig.children.tell(moved.sessionId, { prompt: 'For the other.', ...BACK, parentRun })
    await rig.children.stop(top.sessionId, 'Stopped by you.')
    expect(rig.children.atWork()).toEqual([other.sessionId, moved.sessionId])
    await rig.children.stop(other.sessionId, 'The test is over.')
    expect(rig.children.atWork()).toEqual([])
  })
})

describe('an agent that waited for the person when the app was closed', () => {
  it('is taken up once, and hears then what was said to it', async () => {
    const before = await waitingAgent()
    const rig = await openAgentsRig({
      log: openTestLog({ after: before.log }),
      replies: [says('Seen.'), says('Done.')],
    })
    const waited = newestRunOf(rig.log.log, before.sessionId)
    if (waited === null) throw new Error('It has not worked.')
    const running = { runId: waited.runId, from: waited.status, to: 'running' } as const
    rig.log.log.publish(before.sessionId, [{ kind: 'run.status', runId: waited.runId, payload: running }])
    const taken = await Promise.all([
      rig.children.resumeAnswered(waited, new Map(), true),
      rig.children.resumeAnswered(waited, new Map(), false),
      tell(rig, before.sessionId, 'Take GREEN.'),
    ])
    expect(taken[1]).toBe(taken[0])
    expect(taken[2]).toBe(true)
    await rig.children.at(before.sessionId)?.done
    expect(rig.states(before.sessionId)).toEqual(['completed'])
    expect(rig.lines(before.sessionId)).toEqual([
      ...['user: LOOK', 'assistant: Seen.', 'steer: Take GREEN.', 'assistant: Done.'],
    ])
  })

  it('is stopped with who it works for', async () => {
    const before = await waitingAgent()
    const rig = await openAgentsRig({ log: openTestLog({ after: before.log }) })
    await rig.children.stop(before.parent, 'Stopped by you.')
    expect(rig.states(before.sessionId)).toEqual(['cancelled'])
  })
})

/** Leaves an agent asking the person, below another one that has ended, in the log of an app that is gone. */
async function waitingAgent() {
  const rig = await openAgentsRig({ work: untilStopped })
  const parent = await rig.give(rig.chatId)
  const agent = await rig.give(parent.sessionId)
  const { runId, sessionId } = agent
  const requestId = rig.log.newId('request')
  rig.log.log.publish(sessionId, [
    { kind: 'interaction.requested', runId, payload: { requestId, what: 'permission', prompt: '' } },
    { kind: 'run.status', runId, payload: { runId, from: 'running', to: 'awaiting_user' } },
  ])
  await rig.supervisor.close('Orrery was closed.')
  return { log: rig.log, parent: parent.sessionId, sessionId }
}

describe('an agent with a worktree of its own', () => {
  const worktree = { id: WorktreeId.parse('wtr_00000001'), branch: 'orrery/look' }
  const trees = () => {
    const wishes: unknown[] = []
    const over: SessionId[] = []
    const item: HarnessItem = {
      ...({ kind: 'runtime-notice', origin: 'system', content: 'IN TREE', visibility: 'compact' } as const),
      ...({ lifetime: 'session', placement: 'in-place' } as const),
    }
    const open = async (wish: unknown) => {
      wishes.push(wish)
      return { cwd: '/trees/1', worktree, item }
    }
    return { wishes, over, worktrees: { open, ended: async (id: SessionId) => void over.push(id) } }
  }

  it('works there, is told so before its task, and its end is reported to the worktree', async () => {
    const { wishes, over, worktrees } = trees()
    const rig = await openAgentsRig({ replies: [says('Blue.')], worktrees })
    const { cwd, meta } = rig.sessions.get(rig.chatId)
    const agent = await rig.give(rig.chatId, { ownWorktree: true })
    await agent.done
    expect(wishes).toEqual([{ projectId: meta.projectId, name: 'Look', from: cwd }])
    expect(rig.sessions.get(agent.sessionId)).toMatchObject({ cwd: '/trees/1', meta: { worktree } })
    const kinds = rig.log.reader.eventsAfter(agent.sessionId, 0).map(({ kind }) => kind)
    expect(kinds.indexOf('harness.item')).toBeLessThan(kinds.indexOf('message'))
    await expect.poll(() => over).toEqual([agent.sessionId])
  })

  it('is not made for a fork or an agent that does not ask, which work where their parent does', async () => {
    const { wishes, over, worktrees } = trees()
    const rig = await openAgentsRig({ replies: [says('Blue.')], worktrees })
    const agent = await rig.give(rig.chatId)
    await agent.done
    expect(rig.sessions.get(agent.sessionId).cwd).toBe(rig.sessions.get(rig.chatId).cwd)
    expect([wishes, over]).toEqual([[], []])
  })

  it('keeps the worktree of a teammate, which works again', async () => {
    const { over, worktrees } = trees()
    const rig = await openAgentsRig({ replies: [says('Blue.')], worktrees })
    const agent = await rig.give(rig.chatId, { ownWorktree: true, teammate: 'Mei' })
    await agent.done
    expect(over).toEqual([])
  })
})
