import type { DurableEvent } from '#shared/events/event.ts'
import type { Sentence } from '#shared/sentences.ts'
import { told } from '../runs/run/notices.ts'
import type { RunHandle } from '../runs/run/run-handle.ts'

/** Collects notices of a run. Each is published once per chat, after the answer. */
export function createLateNotices(run: RunHandle, path: () => readonly DurableEvent[]) {
  const waiting = new Map<string, readonly Sentence[]>()
  return {
    /** Sentences that belong together; none is nothing to tell. */
    add: (...said: readonly Sentence[]): void => {
      if (said.length > 0) waiting.set(JSON.stringify(said), said)
    },
    tell: (): void => {
      // The whole branch is only needed where there is something to tell.
      if (waiting.size === 0) return
      const known = new Set(
        path().flatMap((event) => (event.kind === 'harness.item' ? [wordsOf(event)] : [])),
      )
      const news = [...waiting.values()].map((said) => told(said))
      const fresh = news.filter((notice) => notice.kind !== 'harness.item' || !known.has(wordsOf(notice)))
      if (fresh.length > 0) run.publish(fresh)
    },
  }
}

export type LateNotices = ReturnType<typeof createLateNotices>

type Item = { readonly payload: { readonly content: string } }

function wordsOf({ payload }: Item): string {
  return payload.content
}
