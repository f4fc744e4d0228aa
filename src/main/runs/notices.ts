import type { NewDurableEvent } from '#shared/events/event.ts'

/** For an answer that was broken off, when the person wants it to go on. */
export const GO_ON = notice(
  'Your last answer was broken off. Go on where it ended, without repeating it.',
  'compact',
)

/** For an answer that reached the model's limit and is continued by itself. */
export const CONTINUE = notice(
  'Your answer was cut off because it reached the longest an answer can be. Go on exactly where it ended: no apology, no repetition. If much is left, do it in smaller pieces.',
  'hidden',
)

/** Says of the compaction behind it that no model wrote it. */
export const DIGEST_STANDS_IN = notice(
  'The earlier conversation could not be summarised by a model. A short digest stands in its place: what the person said, the files changed and the open steps.',
  'compact',
)

function notice(content: string, visibility: 'compact' | 'hidden'): NewDurableEvent {
  return {
    kind: 'harness.item',
    payload: {
      kind: 'runtime-notice',
      origin: 'system',
      content,
      visibility,
      lifetime: 'session',
      placement: 'in-place',
    },
  }
}
