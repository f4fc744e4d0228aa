import type { DurableEvent } from '#shared/events/event.ts'
import { say } from '#shared/sentences.ts'
import { told } from '../runs/notices.ts'
import type { RunHandle } from '../runs/run-handle.ts'

/** Tells the person, once in a chat for each model, that pictures were named to it and not shown. */
export function createPictureNotice(run: RunHandle, path: () => readonly DurableEvent[]) {
  const blind = new Set<string>()
  return {
    /** The model of this name was told of pictures by their names. */
    named: (model: string): void => void blind.add(model),
    /** Says so in the conversation, behind the answer. */
    tell: (): void => {
      const notices = [...blind].map((model) => told([say('run.noPictures', { model })]))
      const known = new Set(
        path().flatMap((event) => (event.kind === 'harness.item' ? [wordsOf(event)] : [])),
      )
      const news = notices.filter((notice) => notice.kind !== 'harness.item' || !known.has(wordsOf(notice)))
      if (news.length > 0) run.publish(news)
    },
  }
}

type Item = { readonly payload: { readonly content: string } }

function wordsOf({ payload }: Item): string {
  return payload.content
}
