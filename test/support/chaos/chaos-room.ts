import type { NewDurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import { createInjectionRegistry } from '../../../src/main/context/branch/injections.ts'
import { createTokenCounter } from '../../../src/main/context/budget/count-tokens.ts'
import { DEFAULT_POLICY } from '../../../src/main/context/budget/policy.ts'
import { type BuildInput, buildRequest } from '../../../src/main/context/request/build-request.ts'
import { BUILTIN_INJECTIONS } from '../../../src/main/context/updates/builtin-injections.ts'
import { NO_HOOKS } from '../../../src/main/hooks/hooks.ts'
import { systemClock } from '../../../src/main/lib/clock.ts'
import { createSessionNotes } from '../../../src/main/runs/chats/session-notes.ts'
import { createCompaction } from '../../../src/main/runs/compaction/compaction.ts'
import { createCompactionByHand } from '../../../src/main/runs/compaction/compaction-by-hand.ts'
import type { CompactionScene } from '../../../src/main/runs/compaction/compaction-scene.ts'
import type { TurnDeps } from '../../../src/main/runs/turns/turns.ts'
import type { openTestLog } from '../data/open-log.ts'
import { type createRunRig, type Reply, TEST_MODEL } from '../rigs/run-rig.ts'

/** A window in which a handful of messages is much. */
const USABLE = 1_500
const THRESHOLD = 0.8 * USABLE
const model = { ...TEST_MODEL, contextWindow: 200_000 }

/** What makes room in the chats of a rig: by hand, and by itself before a request that grows long. */
export function createChaosRoom(
  rig: ReturnType<typeof createRunRig>,
  { log, newId, paths, reader, now }: ReturnType<typeof openTestLog>,
  summary: (index: number) => Reply,
) {
  const count = createTokenCounter()
  const registry = createInjectionRegistry(BUILTIN_INJECTIONS)
  const { supervisor, sessions, lane } = rig
  const compaction = createCompaction({ log, supervisor, newId, clock: { ...systemClock, now } })
  const notes = createSessionNotes({ log, pathOf: paths.of, isSecret: () => false })
  let asked = 0

  const build = (path: BuildInput['path']) =>
    buildRequest({
      path,
      registry,
      count,
      model,
      snapshot: null,
      persona: '',
      notes: '',
      tools: [],
      currentRunId: null,
      policy: DEFAULT_POLICY,
    })

  const sceneOf = (sessionId: SessionId): CompactionScene => {
    const contextId = sessions.get(sessionId).meta.activeContextId
    if (contextId === null) throw new Error('The chat has no context.')
    const withPending = (pending: readonly NewDurableEvent[]) =>
      paths.withPending(
        sessionId,
        contextId,
        pending.map((event) => ({ contextId, ...event })),
      )
    return {
      sessionId,
      contextId,
      count,
      usable: USABLE,
      threshold: THRESHOLD,
      model: model.ref,
      hooks: NO_HOOKS,
      answerRoom: null,
      path: () => [...paths.of(sessionId, contextId)],
      facts: () => ({ agents: false, bigJob: false }),
      sizeWith: (pending) => build(withPending(pending)).size.total,
      summariser: async () => {
        asked += 1
        return { info: model, persona: 'You sum up.', stream: summary(asked) }
      },
    }
  }

  const makeRoom: TurnDeps['makeRoom'] = (run, why) => {
    const scene = sceneOf(run.sessionId)
    const isLong = scene.sizeWith([]) > THRESHOLD
    return isLong && compaction.makeRoom(run, scene, why === 'refused' ? 'refused' : 'full')
  }

  const byHand = createCompactionByHand({
    log,
    lane,
    compaction,
    sceneOf: async (sessionId) => sceneOf(sessionId),
    event: reader.event,
    changed: () => {},
  })
  return {
    build,
    makeRoom,
    byHand,
    note: (sessionId: SessionId): void => notes.set(sessionId, { key: 'progress', content: `At ${now()}.` }),
  }
}
