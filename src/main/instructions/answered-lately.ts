import { keepNewest } from '#shared/keep-newest.ts'

type Deps<T> = {
  readonly now: () => number
  /** Lifetime of an answer, in milliseconds from the question. */
  readonly holdsMs: number
  readonly ask: (about: string) => Promise<T>
}

/** Of how many things the last answer is kept. */
const KEPT = 64

/**
 * Caches answers briefly for simultaneous callers, such as two hundred agents of one chat. Failures are not
 * cached.
 */
export function createAnsweredLately<T>({ now, holdsMs, ask }: Deps<T>) {
  const answers = new Map<string, { readonly at: number; readonly answer: Promise<T> }>()

  const anew = (about: string): Promise<T> => {
    const asked = { at: now(), answer: ask(about) }
    asked.answer.catch(() => {
      if (answers.get(about) === asked) answers.delete(about)
    })
    keepNewest(answers, about, asked, KEPT)
    return asked.answer
  }

  return {
    /** Asks now. */
    anew,
    /** Returns a recent answer, or the one in progress. */
    lately: (about: string): Promise<T> => {
      const known = answers.get(about)
      if (known === undefined) return anew(about)
      const age = now() - known.at
      // The clock may have been set back.
      return age >= 0 && age < holdsMs ? known.answer : anew(about)
    },
  }
}
