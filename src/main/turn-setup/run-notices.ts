import type { DurableEvent } from '#shared/events/event.ts'
import { type Sentence, say } from '#shared/sentences.ts'
import { told } from '../runs/run/notices.ts'
import type { RunHandle } from '../runs/run/run-handle.ts'

/** Collects notices of a run. Each is published once per chat, after the answer. */
export function createRunNotices(run: RunHandle, path: () => readonly DurableEvent[]) {
  const waiting = new Map<string, readonly Sentence[]>()
  const tell = (): void => {
    // The whole branch is only needed where there is something to tell.
    if (waiting.size === 0) return
    const known = new Set(path().flatMap((event) => (event.kind === 'harness.item' ? [wordsOf(event)] : [])))
    const news = [...waiting.values()].map((said) => told(said))
    const fresh = news.filter((notice) => notice.kind !== 'harness.item' || !known.has(wordsOf(notice)))
    if (fresh.length > 0) run.publish(fresh)
  }
  return {
    /** Sentences that belong together; none is nothing to tell. */
    add: (...said: readonly Sentence[]): void => {
      if (said.length > 0) waiting.set(JSON.stringify(said), said)
    },
    tell,
    /** Publishes the notices also when the work fails, because they may name the cause. */
    toldOnFailure: async (work: () => Promise<void>): Promise<void> => {
      try {
        await work()
      } catch (error) {
        if (!run.signal.aborted) tell()
        throw error
      }
    },
  }
}

export type RunNotices = ReturnType<typeof createRunNotices>

/**
 * Returns the listeners of a request that turn what its server does not take into notices. The words of a server are
 * cut after 200 characters.
 */
export function noticesOfServer(label: string, notices: RunNotices) {
  return {
    onPicturesNamed: (why: 'blind' | 'refused'): void =>
      notices.add(say(why === 'blind' ? 'run.noPictures' : 'run.pictureRefused', { model: label })),
    onToolsLeftOut: (): void => notices.add(say('run.noTools', { model: label })),
    onAdapted: (words: string): void =>
      notices.add(say('run.adapted', { model: label, words: words.replaceAll(/\s+/g, ' ').slice(0, 200) })),
  }
}

type Item = { readonly payload: { readonly content: string } }

function wordsOf({ payload }: Item): string {
  return payload.content
}
