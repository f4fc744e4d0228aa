import { type Refusal, statusOf } from '../errors/refusal.ts'
import { isAboutOnePicture } from '../errors/refused-pictures.ts'

/**
 * Remembers which pictures a server takes. One that it refuses is left out from then on, so that it blocks no chat: a
 * picture stays in the conversation and would be refused with every further message.
 */
export function createPictureTrials() {
  const accepted = new Set<string>()
  const rejected = new Set<string>()

  return {
    /** Begins a request with these pictures, oldest first. */
    begin: (blobIds: readonly string[]) => {
      const leftOut = new Set(blobIds.filter((blobId) => rejected.has(blobId)))
      let first: Refusal | null = null
      let isGuess = false

      /** Those to do without: pictures that were never accepted; the older half where there are too many. */
      const suspects = ({ words }: Refusal): readonly string[] => {
        const shown = blobIds.filter((blobId) => !leftOut.has(blobId))
        if (/too many|at most \d+ image|limit of \d+ image/i.test(words)) {
          return shown.slice(0, Math.ceil(shown.length / 2))
        }
        const untried = shown.filter((blobId) => !accepted.has(blobId))
        return untried.length > 0 ? untried : isAboutOnePicture(words) ? shown : []
      }

      return {
        isShown: (blobId: string): boolean => !leftOut.has(blobId),
        wasRefused: (): boolean => leftOut.size > 0,
        /** The request went through as it was. */
        taken: (): void => {
          for (const blobId of blobIds) (leftOut.has(blobId) ? rejected : accepted).add(blobId)
        },
        /** Leaves pictures out after a refusal. False when the refusal has nothing to do with them. */
        refused: (refusal: Refusal): boolean => {
          if (isGuess || !MAY_BE_PICTURES.has(statusOf(refusal) ?? 0)) return false
          const without = suspects(refusal)
          if (without.length === 0) return false
          first ??= refusal
          // An error that names no image allows one attempt without it; a second rejection then had another
          // cause.
          isGuess = !isAboutOnePicture(refusal.words)
          for (const blobId of without) leftOut.add(blobId)
          return true
        },
        /**
         * Returns the error to report when no attempt helped: the first one, unless a later one is more
         * specific.
         */
        firstOf: (refusal: Refusal): Refusal => (isGuess ? (first ?? refusal) : refusal),
      }
    },
  }
}

const MAY_BE_PICTURES: ReadonlySet<number> = new Set([400, 413, 415, 422])
