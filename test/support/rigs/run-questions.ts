import type { RequestId, RunId, SessionId } from '#shared/ids.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import type { createRunRig } from './run-rig.ts'
import { runsOf } from './scripted-replies.ts'

export type Rig = ReturnType<typeof createRunRig>

/** The newest run. */
export const runOf = (rig: Rig, sessionId: SessionId): RunId => {
  const run = runsOf(rig, sessionId).at(-1)
  if (run === undefined) throw new Error('no run')
  return run.runId
}
/** What waits for the person. */
export const asksIn = (rig: Rig, sessionId: SessionId): Interaction[] =>
  Object.values<Interaction>(rig.log.store.folds(sessionId).interactions)
export const askIn = (rig: Rig, sessionId: SessionId): RequestId => {
  const [ask] = asksIn(rig, sessionId)
  if (ask === undefined) throw new Error('nothing is asked')
  return ask.requestId
}
/** Resolves when so many requests are open. */
export const waits = (rig: Rig, sessionId: SessionId, asks = 1) =>
  rig.until(sessionId, () => asksIn(rig, sessionId).length === asks)
/** True when an answer has begun to be told. */
export const spoken = (rig: Rig, sessionId: SessionId): boolean =>
  rig.log.bus.underWay(sessionId).inflight.some((message) => message.parts.length > 0)
/** Live reports reach nobody before their frame has passed, so their effect is asked for. */
export async function eventually(question: () => boolean): Promise<void> {
  while (!question()) await new Promise((resolve) => setImmediate(resolve))
}
/** Foreign code that never comes back. */
export const never = new Promise<never>(() => {})
