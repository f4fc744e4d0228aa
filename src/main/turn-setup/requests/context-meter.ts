import type { SessionId } from '#shared/ids.ts'
import { sentEffort } from '#shared/model/sent-effort.ts'
import type { Schedule } from '../../log/delivery/bus.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { IdleScenes } from './idle-scenes.ts'
import type { RequestBuilder } from './request-builder.ts'

type Deps = {
  readonly log: RunLog
  readonly requests: RequestBuilder
  readonly sceneOf: IdleScenes
  readonly schedule: Schedule
  readonly report: (error: unknown) => void
}

/**
 * Measures what the next request of a session would hold, so that its meter is true before anything runs: after a
 * chat was opened, and after its model was changed. Never in the way of the call that asks for it.
 */
export function createContextMeter({ log, requests, sceneOf, schedule, report }: Deps) {
  const measure = async (sessionId: SessionId): Promise<void> => {
    const scene = await sceneOf(sessionId)
    if (scene === null) return
    const { contextId, model, style } = scene
    const effort = sentEffort(model, style?.effort ?? null)
    const build = requests.for(scene)
    const { breakdown } = build.isLong() ? await build.inTurns() : build()
    log.live(sessionId, { kind: 'context.trace', contextId, payload: { rows: [], breakdown, effort } })
  }

  return {
    /** Soon, and not now: the window that asked is drawn first. */
    soon: (sessionId: SessionId): void => {
      schedule(0, () => {
        measure(sessionId).catch(report)
      })
    },
  }
}
