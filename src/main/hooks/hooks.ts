import type { HookPoint } from '#shared/hook/hook.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { HookIn, HookScene, HookSet, InterceptHook } from './hook.ts'
import { createObservers } from './observers.ts'
import { type ChainDeps, type Chained, inOrder, type Noted, runChain } from './run-chain.ts'

type Deps = {
  readonly clock: Clock
  readonly logger: Logger
  /** Everything that holds at a place now. */
  readonly setOf: (scene: HookScene) => Promise<HookSet>
  readonly note: (noted: Noted) => void
}

/** The hooks of one run. The list is fixed; whether each is enabled is checked every time. */
export type RunHooks = {
  /** Returns false synchronously without hooks, so that no time is lost. */
  readonly has: (point: HookPoint) => boolean
  readonly ask: <P extends HookPoint>(point: P, input: HookIn<P>, signal: AbortSignal) => Promise<Chained<P>>
  /** Something a hook has answered could not be used: it counts as failed. */
  readonly refuse: (point: HookPoint, why: string) => void
}

/** The hooks of a run without any. */
export const NO_HOOKS: RunHooks = {
  has: () => false,
  ask: async (_, input) => ({ input, out: {} }),
  refuse: () => {},
}

/** These hooks, asked in their order at each point. */
export function hooksIn(deps: ChainDeps, intercept: readonly InterceptHook[], scene: HookScene): RunHooks {
  const of = <P extends HookPoint>(point: P) => inOrder(intercept.filter(isAt(point)))
  return {
    has: (point) => intercept.some((hook) => hook.point === point),
    ask: (point, input, signal) => runChain(deps, of(point), input, scene, signal),
    refuse: (point, why) => {
      for (const { key } of of(point)) deps.note({ key, outcome: 'failed', ms: 0, words: why, said: [] })
    },
  }
}

/** Lets hooks step in at the points of a run, and tells others what has happened. */
export function createHooks({ clock, logger, setOf, note }: Deps) {
  const observers = createObservers({
    clock,
    logger,
    note,
    observersOf: async (scene) => (await setOf(scene)).observe,
  })
  return {
    at: async (scene: HookScene): Promise<RunHooks> => {
      const { intercept } = await setOf(scene)
      return intercept.length === 0 ? NO_HOOKS : hooksIn({ clock, note }, intercept, scene)
    },
    tell: observers.tell,
    idle: observers.idle,
    close: observers.close,
  }
}

export type Hooks = ReturnType<typeof createHooks>

function isAt<P extends HookPoint>(point: P) {
  return (hook: InterceptHook): hook is Extract<InterceptHook, { point: P }> & InterceptHook<P> =>
    hook.point === point
}
