import type { ModelRef } from '../ids.ts'
import type { Effort } from '../model/efforts.ts'
import type { SessionMeta } from './session.ts'

type Choice = Pick<SessionMeta, 'effort' | 'thinking'>

/** Returns the effort the person chose for a chat; null when the model's own setting counts. */
export function chosenEffort({ effort, thinking }: Choice): Effort | null {
  if (effort !== undefined) return effort
  // Earlier versions began every chat with `off`, so that value is not a choice.
  return thinking === undefined || thinking === 'off' ? null : thinking
}

/** Returns the effort a new session takes over: an agent that works with its parent's model also takes its effort. */
export function effortWith(
  parent: Choice & Pick<SessionMeta, 'model'>,
  model: ModelRef,
): Pick<SessionMeta, 'effort'> {
  const effort = chosenEffort(parent)
  return effort === null || parent.model !== model ? {} : { effort }
}
