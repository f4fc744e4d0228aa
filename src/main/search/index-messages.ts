/** The worker data of the index. */
export type IndexBirth = { readonly file: string; readonly logFile: string; readonly blobs: string }

/** Messages of main to the worker. Each one with an `id` gets one answer, in no fixed order. */
export type ToIndex =
  | { readonly t: 'changed'; readonly part: string; readonly ids: readonly string[] }
  | { readonly t: 'ask'; readonly id: number; readonly part: string; readonly question: unknown }
  /** Cancels a query. */
  | { readonly t: 'forget'; readonly id: number }
  /** Answered when there is nothing left to write. */
  | { readonly t: 'settle'; readonly id: number }
  /** Answered when the old tables are gone; the new ones are written afterwards. */
  | { readonly t: 'rebuild'; readonly id: number }
  /** Answered with a `CheckPiece`; null where there are no more. */
  | { readonly t: 'check'; readonly id: number; readonly piece: number }
  | { readonly t: 'close'; readonly id: number }

/** Messages of the worker. Both sides are this program, so nothing is parsed. */
export type FromIndex =
  | { readonly t: 'answer'; readonly id: number; readonly value: unknown }
  /** `damaged`: `orrery.db` could not be read for it. */
  | { readonly t: 'failed'; readonly id: number; readonly reason: string; readonly damaged: boolean }
  /** `index`: it was deleted and is being rebuilt. `database`: it is unreadable, and nothing was touched. */
  | { readonly t: 'damaged'; readonly what: 'index' | 'database'; readonly reason: string }
