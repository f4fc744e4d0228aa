import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ChangePlaceId } from '#shared/ids.ts'

/** A remark of the person about a place in a file, not sent yet. */
export type Comment = {
  readonly id: string
  readonly path: string
  /** The key of the hunk's row. */
  readonly hunk: string
  readonly line: number
  /** The first changed line of the hunk. */
  readonly quote: string
  readonly text: string
}

/** The review of one place so far. */
export type Review = {
  /** The message of the next commit. */
  readonly message: string
  readonly comments: readonly Comment[]
  /** The hunks of each reviewed file, so that a later edit makes it unreviewed. */
  readonly reviewed: Readonly<Record<string, string>>
}

export const NO_REVIEW: Review = { message: '', comments: [], reviewed: {} }

export type ReviewStore = {
  readonly store: Pick<
    StoreApi<Readonly<Record<ChangePlaceId, Review>>>,
    'getState' | 'getInitialState' | 'subscribe'
  >
  /** Reads what this computer remembers of a review, once. */
  readonly open: (placeId: ChangePlaceId) => void
  readonly change: (placeId: ChangePlaceId, changes: Partial<Review>) => void
}

/** Creates the store of reviews. They are kept in the storage of the window, over reloads and restarts. */
export function createReviewStore(storage: Pick<Storage, 'getItem' | 'setItem'>): ReviewStore {
  const store = createStore<Readonly<Record<ChangePlaceId, Review>>>(() => ({}))
  return {
    store,
    open: (placeId) => {
      if (store.getState()[placeId] === undefined) store.setState({ [placeId]: readReview(storage, placeId) })
    },
    change: (placeId, changes) => {
      const review = { ...(store.getState()[placeId] ?? NO_REVIEW), ...changes }
      store.setState({ [placeId]: review })
      try {
        storage.setItem(nameOf(placeId), JSON.stringify(review))
      } catch {
        // A full or blocked storage: the review lasts as long as the window.
      }
    },
  }
}

const nameOf = (placeId: ChangePlaceId): string => `orrery.review.${placeId}`

function readReview(storage: Pick<Storage, 'getItem'>, placeId: ChangePlaceId): Review {
  try {
    const stored: unknown = JSON.parse(storage.getItem(nameOf(placeId)) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return NO_REVIEW
    const { message, comments, reviewed } = stored as Partial<Record<keyof Review, unknown>>
    return {
      message: typeof message === 'string' ? message : '',
      comments: Array.isArray(comments) ? comments.filter(isComment) : [],
      reviewed: isTexts(reviewed) ? reviewed : {},
    }
  } catch {
    return NO_REVIEW
  }
}

function isComment(value: unknown): value is Comment {
  if (typeof value !== 'object' || value === null) return false
  const { line, ...texts } = value as Record<string, unknown>
  return (
    typeof line === 'number' &&
    ['id', 'path', 'hunk', 'quote', 'text'].every((name) => typeof texts[name] === 'string')
  )
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((each) => typeof each === 'string')
  )
}
