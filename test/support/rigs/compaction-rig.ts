import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import { createInjectionRegistry } from '../../../src/main/context/branch/injections.ts'
import { createTokenCounter } from '../../../src/main/context/budget/count-tokens.ts'
import { DEFAULT_POLICY } from '../../../src/main/context/budget/policy.ts'
import { type BuildInput, buildRequest } from '../../../src/main/context/request/build-request.ts'
import { BUILTIN_INJECTIONS } from '../../../src/main/context/updates/builtin-injections.ts'
import { NO_HOOKS } from '../../../src/main/hooks/hooks.ts'
import { systemClock } from '../../../src/main/lib/clock.ts'
import type { ModelRequest } from '../../../src/main/models/model.ts'
import { createCompaction } from '../../../src/main/runs/compaction/compaction.ts'
import { createCompactionByHand } from '../../../src/main/runs/compaction/compaction-by-hand.ts'
import type { CompactionScene } from '../../../src/main/runs/compaction/compaction-scene.ts'
import { createRunRig, type Reply, TEST_MODEL } from './run-rig.ts'

type Options = {
  readonly replies: Reply[]
  /** What the model that sums up does, one for each time it is asked. */
  readonly summaries: Reply[]
  /** When runs make room: before every request, after a refusal, or never. */
  readonly room?: 'full' | 'refused' | 'never'
  readonly answerRoom?: CompactionScene['answerRoom']
}

/** The runtime with compaction, on a window of 4,000 tokens. */
export function createCompactionRig({ replies, summaries, room = 'never', answerRoom = null }: Options) {
  const asked: ModelRequest[] = []
  const count = createTokenCounter()
  const registry = createInjectionRegistry(BUILTIN_INJECTIONS)
  const rig = createRunRig({
    replies,
    makeRoom: (run, why) =>
      why === room && compaction.makeRoom(run, sceneOf(run.sessionId), why === 'full' ? 'full' : 'refused'),
  })
  const { log, lane, supervisor, sessions } = rig
  const compaction = createCompaction({
    log: log.log,
    supervisor,
    newId: log.newId,
    clock: { ...systemClock, now: log.now },
  })

  const sceneOf = (sessionId: SessionId): CompactionScene => {
    const contextId = sessions.get(sessionId).meta.activeContextId
    if (contextId === null) throw new Error('The chat has no context.')
    const build = (path: BuildInput['path']) =>
      buildRequest({
        path,
        registry,
        count,
        snapshot: null,
        persona: '',
        notes: '',
        tools: [],
        currentRunId: null,
        policy: DEFAULT_POLICY,
        model: TEST_MODEL,
      })
    return {
      sessionId,
      contextId,
      count,
      usable: 4_000,
      threshold: 3_200,
      model: TEST_MODEL.ref,
      hooks: NO_HOOKS,
      answerRoom,
      path: () => [...log.paths.of(sessionId, contextId)],
      facts: () => ({ agents: false, bigJob: false }),
      sizeWith: (pending) =>
        build(
          log.paths.withPending(
            sessionId,
            contextId,
            pending.map((event) => ({ contextId, ...event })),
          ),
        ).size.total,
      summariser: async () => ({
        info: TEST_MODEL,
        persona: 'You sum up.',
        stream: (request, signal) => {
          asked.push(request)
          const reply = summaries.shift()
          if (reply === undefined) throw new Error('The script has no more summaries.')
          return reply(request, signal)
        },
      }),
    }
  }

  const byHand = createCompactionByHand({
    log: log.log,
    lane,
    compaction,
    sceneOf: async (sessionId) => sceneOf(sessionId),
    event: log.reader.event,
    changed: () => {},
  })

  return {
    ...rig,
    byHand,
    /** The requests for a summary. */
    asked,
    path: (sessionId: SessionId): readonly DurableEvent[] => sceneOf(sessionId).path(),
  }
}
