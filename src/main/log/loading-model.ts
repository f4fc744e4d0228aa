import type { ModelLoading } from '#shared/events/delivery.ts'
import type { LivePayload } from '#shared/events/event.ts'
import type { RunId } from '#shared/ids.ts'

/** The model that is loaded for a run of one session, for a window that attaches meanwhile. */
export function createLoadingModel() {
  let now: (ModelLoading & { readonly runId: RunId | undefined }) | null = null
  return {
    told: ({ label }: LivePayload<'model.loading'>, since: number, runId: RunId | undefined): void => {
      now = label === null ? null : { label, since, runId }
    },
    /** An answer has begun, so it is loaded. */
    over: (): void => {
      now = null
    },
    runEnded: (runId: RunId): void => {
      if (now?.runId === runId) now = null
    },
    /** Null when none is being loaded. */
    now: (): ModelLoading | null => (now === null ? null : { label: now.label, since: now.since }),
  }
}

export type LoadingModel = ReturnType<typeof createLoadingModel>
