/** What the worker of the index is born with. */
export type IndexBirth = { readonly file: string; readonly logFile: string; readonly blobs: string }

/** What main says to the worker. Everything with an `id` gets one answer, in no fixed order. */
export type ToIndex =
  | { readonly t: 'changed'; readonly part: string; readonly ids: readonly string[] }
  | { readonly t: 'ask'; readonly id: number; readonly part: string; readonly question: unknown }
  /** Nobody waits for this answer any more. */
  | { readonly t: 'forget'; readonly id: number }
  /** Answered when there is nothing left to write. */
  | { readonly t: 'settle'; readonly id: number }
  /** Answered when the old tables are gone; the new ones are written afterwards. */
  | { readonly t: 'rebuild'; readonly id: number }
  /** Answered with a `CheckPiece`; null where there are no more. */
  | { readonly t: 'check'; readonly id: number; readonly piece: number }
  | { readonly t: 'close'; readonly id: number }

/** What the worker says. Both sides are this program, so nothing is parsed on the way. */
export type FromIndex =
  | { readonly t: 'answer'; readonly id: number; readonly value: unknown }
  /** `damaged`: `orrery.db` could not be read for it. */
  | { readonly t: 'failed'; readonly id: number; readonly reason: string; readonly damaged: boolean }
  /** The index was thrown away and is made anew; or the database itself cannot be read, and nothing was touched. */
  | { readonly t: 'damaged'; readonly what: 'index' | 'database'; readonly reason: string }
