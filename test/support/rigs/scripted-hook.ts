import type { HookPoint } from '#shared/hook/hook.ts'
import type { HookIn, HookOut, InterceptHook } from '../../../src/main/hooks/hook.ts'

/** A hook of a project that says what a test wants. */
export function scriptedHook<P extends HookPoint>(
  point: P,
  run: (input: HookIn<P>) => HookOut<P>,
  onError: InterceptHook['onError'] = 'block',
): InterceptHook {
  const made = {
    point,
    key: point,
    owner: point,
    source: 'project',
    order: 0,
    timeoutMs: 5_000,
    onError,
    isFor: () => true,
    run: async (input: HookIn<P>) => run(input),
  }
  return made as unknown as InterceptHook
}
