import { AppError } from '#shared/errors.ts'
import type { HookOutcome, HookPoint } from '#shared/hook/hook.ts'
import { type Sentence, say } from '#shared/sentences.ts'
import type { Clock } from '../lib/clock.ts'
import type { HookIn, HookOut, HookScene, InterceptHook } from './hook.ts'
import { JOIN, NEXT } from './join-answers.ts'

/** The outcome of one hook, for the list of hooks. */
export type Noted = {
  readonly key: string
  readonly outcome: HookOutcome
  readonly ms: number
  readonly words: string
  /** The words in parts, where they are the app's own. */
  readonly said: readonly Sentence[]
}

export type ChainDeps = {
  readonly clock: Clock
  /** Hears how each hook came out. */
  readonly note: (noted: Noted) => void
}

/** The input after all hooks of a chain, and their merged answer. */
export type Chained<P extends HookPoint> = { readonly input: HookIn<P>; readonly out: HookOut<P> }

/**
 * Asks hooks one after the other; each sees what the one before it made of the input. A hook that blocks ends the chain
 * with `hook.blocked`. One that fails or takes too long is passed over, or ends it with `hook.failed`, as it says
 * itself.
 */
export async function runChain<P extends HookPoint>(
  deps: ChainDeps,
  hooks: readonly InterceptHook<P>[],
  first: HookIn<P>,
  scene: HookScene,
  signal: AbortSignal,
): Promise<Chained<P>> {
  let input = first
  let sum: HookOut<P> = {}
  for (const hook of hooks) {
    if (!hook.isFor(input)) continue
    const out = await askHook(deps, hook, input, scene, signal)
    const { point } = hook
    sum = JOIN[point](sum, owned(out, hook.owner))
    input = NEXT[point](input, out)
    // Nothing is stricter than a no.
    if (isDenied(sum)) break
  }
  return { input, out: sum }
}

/** Built-in before the person's before the project's; in one place by their order, then by their names. */
export function inOrder<P extends HookPoint>(hooks: readonly InterceptHook<P>[]): InterceptHook<P>[] {
  return [...hooks].sort(
    (a, b) =>
      SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source) ||
      a.order - b.order ||
      (a.owner < b.owner ? -1 : a.owner > b.owner ? 1 : 0),
  )
}

const SOURCES = ['builtin', 'user', 'plugin', 'project']

async function askHook<P extends HookPoint>(
  { clock, note }: ChainDeps,
  hook: InterceptHook<P>,
  input: HookIn<P>,
  scene: HookScene,
  signal: AbortSignal,
): Promise<HookOut<P>> {
  const { key, owner, timeoutMs, onError } = hook
  const began = clock.elapsed()
  const noted = (outcome: HookOutcome, words: string, said: readonly Sentence[] = []) =>
    note({ key, outcome, words, said, ms: Math.round(clock.elapsed() - began) })
  let out: HookOut<P>
  try {
    out = await inTime(clock, timeoutMs, signal, (own) => hook.run(input, scene, own))
  } catch (error) {
    // A stop is no fault of the hook.
    signal.throwIfAborted()
    const failure = error instanceof AppError ? error : AppError.saying('hook.failed', say('hook.broke'))
    noted('failed', failure.message, failure.said ?? [])
    if (onError === 'skip') return {}
    const { message, said } = failure
    throw AppError.quoting('hook.failed', message, { said }).framed([say('hook.couldNot', { hook: owner })])
  }
  const refusal = 'block' in out ? out.block : undefined
  if (refusal !== undefined) {
    noted('blocked', refusal)
    throw AppError.saying('hook.blocked', say('hook.blocked', { hook: owner, reason: refusal }))
  }
  noted(...told(out))
  return out
}

/** Runs a hook for no longer than it may take. What comes later is not heard any more. */
async function inTime<T>(
  clock: Clock,
  limitMs: number,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const over = new AbortController()
  const own = AbortSignal.any([signal, over.signal])
  const stopped = new Promise<never>((_, reject) => {
    own.addEventListener('abort', () => reject(own.reason), { once: true })
  })
  // The race reports the failure; without an abort the promise never settles.
  stopped.catch(() => {})
  const cancel = clock.schedule(limitMs, () =>
    over.abort(AppError.saying('hook.failed', say('hook.slow', { seconds: String(limitMs / 1_000) }))),
  )
  try {
    return await Promise.race([run(own), stopped])
  } finally {
    cancel()
  }
}

function told(out: object): [HookOutcome, string] {
  const { decision, reason, continueWith } = out as HookOut<'tool.before'> & HookOut<'run.stop'>
  if (decision === 'deny') return ['blocked', reason ?? '']
  if (continueWith !== undefined) return ['changed', continueWith]
  return Object.keys(out).length === 0 || decision === 'allow' ? ['done', ''] : ['changed', reason ?? '']
}

function isDenied(out: object): boolean {
  return 'decision' in out && out.decision === 'deny'
}

function owned<T extends object>(out: T, by: string): T {
  if (!('inject' in out) || !Array.isArray(out.inject)) return out
  return { ...out, inject: out.inject.map((item: object) => ({ ...item, by })) }
}
