import type { DurableEvent } from '#shared/events/event.ts'
import type { ContextId, DeviceId, RunId, SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { textOf } from '#shared/session/message-words.ts'
import { createChildren } from '../../../src/main/agents/children/children.ts'
import { createAgentPlaces } from '../../../src/main/agents/records/agent-places.ts'
import type { Child, ChildTask } from '../../../src/main/agents/records/child-task.ts'
import { newestRunOf } from '../../../src/main/agents/records/newest-run.ts'
import { createPlaces } from '../../../src/main/agents/records/places.ts'
import { createChildLogs } from '../../../src/main/log/child-logs.ts'
import type { Work } from '../../../src/main/runs/run/supervisor.ts'
import { createRunRig, type Reply, TEST_MODEL } from './run-rig.ts'
import { ended, says } from './scripted-replies.ts'

type Options = Pick<Parameters<typeof createRunRig>[0], 'log' | 'maxTurns' | 'hooks'> & {
  /** What the model does in the runs of agents, one after the other. */
  readonly replies?: readonly Reply[]
  /** What agents do instead of asking the model. */
  readonly work?: Work
  /** Waited for before it is settled who works. */
  readonly settled?: () => Promise<void>
  /** How many agents of one level work at once. */
  readonly places?: number
  /** The worktrees of agents that ask for one. */
  readonly worktrees?: Parameters<typeof createChildren>[0]['worktrees']
}

/** A chat whose run is over, and agents that work for it on a real log. */
export async function openAgentsRig(options: Options = {}) {
  const rig = createRunRig({ ...options, replies: [says('Go on.'), ...(options.replies ?? [])] })
  const { log, supervisor, queue, sessions } = rig
  const { folds } = log.store
  const childLogs = createChildLogs({ reader: log.reader, store: log.store, bus: log.bus })
  const places = createAgentPlaces({ log: log.log, places: createPlaces(() => options.places ?? 16) })
  log.bus.subscribe(places.heard)
  const told: RunRecord[] = []
  const expiries: ((why: 'timeout' | 'idle') => void)[] = []
  const children = createChildren({
    log: log.log,
    supervisor,
    queue,
    sessions,
    newId: log.newId,
    pathOf: log.paths.of,
    hooksAt: async () => rig.hooks,
    signal: new AbortController().signal,
    subscribe: log.bus.subscribe,
    childrenOf: childLogs.of,
    worktrees: options.worktrees ?? {
      open: () => Promise.reject(new Error('This test has no worktrees.')),
      ended: async () => {},
    },
    deviceId: 'dev_00000001' as DeviceId,
    instructionsOf: () => null,
    idleMs: () => 60_000,
    places,
    patience: (_limits, { expired }) => {
      expiries.push(expired)
      return { alive: () => {}, standStill: () => {}, close: () => {} }
    },
    settle: async (_wanted, _parent, _runId, prior = new Map()) => {
      await options.settled?.()
      return { agentId: 'general', model: TEST_MODEL.ref, work: options.work ?? rig.work(prior) }
    },
    changed: () => {},
    ended: (_sessionId, run) => void told.push(run),
  })
  const chatId = await rig.open()
  rig.say(chatId, 'Begin')
  await ended(rig, chatId)
  const runIn = (sessionId: SessionId): RunId => {
    const run = newestRunOf(log.log, sessionId) ?? Object.values<RunRecord>(folds(sessionId).runs).at(-1)
    if (run === undefined) throw new Error('Nothing has run there.')
    return run.runId
  }
  const give = (parent: SessionId, task: Partial<ChildTask> = {}): Promise<Child> =>
    children.start(
      {
        parent: { sessionId: parent, runId: runIn(parent), callId: 'call_1' },
        agentId: 'general',
        title: 'Look',
        prompt: 'LOOK',
        background: true,
        hardMs: 60_000,
        fork: false,
        ...task,
      },
      new AbortController().signal,
    )
  return {
    ...rig,
    children,
    chatId,
    told,
    /** Lets the time of the agent that began last, or as this one, be over. */
    expire: (why: 'timeout' | 'idle', index = -1) => expiries.at(index)?.(why),
    /** Starts an agent that works for a chat or an agent. */
    give,
    /** The run of a log that is newest. */
    runIn,
    /** How the runs of an agent stand, the oldest first. */
    states: (sessionId: SessionId) =>
      Object.values<RunRecord>(folds(sessionId).runs).map(({ status }) => status),
    /** What stands in the log of an agent, each as one line. */
    lines: (sessionId: SessionId): string[] =>
      log.paths.of(sessionId, contextOf(rig, sessionId)).flatMap(lineOf),
  }
}

export type AgentsRig = Awaited<ReturnType<typeof openAgentsRig>>

function contextOf({ sessions }: ReturnType<typeof createRunRig>, sessionId: SessionId): ContextId {
  const { activeContextId } = sessions.get(sessionId).meta
  if (activeContextId === null) throw new Error('There is no context.')
  return activeContextId
}

function lineOf(event: DurableEvent): string[] {
  if (event.kind === 'message') return [`${event.payload.message.role}: ${textOf(event.payload.message)}`]
  return event.kind === 'harness.item' ? [`${event.payload.kind}: ${event.payload.content}`] : []
}
