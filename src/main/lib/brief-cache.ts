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
export function createBriefCache<T>({ now, holdsMs, ask }: Deps<T>) {
  const answers = new Map<string, { readonly at: number; readonly answer: Promise<T> }>()

  /** Questions that wait for the one under way. Each answer begins after everybody who gets it has asked. */
  const next = new Map<string, Promise<T>>()
  const running = new Map<string, Promise<T>>()

  const begin = (about: string): Promise<T> => {
    const answer = ask(about)
    running.set(about, answer)
    const end = () => {
      if (running.get(about) === answer) running.delete(about)
    }
    answer.then(end, end)
    const asked = { at: now(), answer }
    asked.answer.catch(() => {
      if (answers.get(about) === asked) answers.delete(about)
    })
    keepNewest(answers, about, asked, KEPT)
    return answer
  }

  const anew = (about: string): Promise<T> => {
    const current = running.get(about)
    if (current === undefined) return begin(about)
    const waiting = next.get(about)
    if (waiting !== undefined) return waiting
    const afterwards = () => {
      next.delete(about)
      return begin(about)
    }
    const later = current.then(afterwards, afterwards)
    next.set(about, later)
    return later
  }

  return {
    /** Returns an answer that begins now, or after the one in progress. Simultaneous callers share it. */
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
