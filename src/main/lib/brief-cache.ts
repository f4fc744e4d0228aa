import { keepNewest } from '#shared/keep-newest.ts'

type Deps<T> = {
  readonly now: () => number
  /** Lifetime of an answer, in milliseconds from the question. */
  readonly holdsMs: number
  readonly ask: (about: string) => Promise<T>
}

/** Of how many things the last answer is kept. */
const KEPT = 64

/** A moment between the beginnings of two answers. */
export type Moment = number & { readonly moment: unique symbol }

/**
 * Caches answers briefly for simultaneous callers, such as two hundred agents of one chat. Failures are not
 * cached.
 */
export function createBriefCache<T>({ now, holdsMs, ask }: Deps<T>) {
  const answers = new Map<
    string,
    { readonly at: number; readonly nth: number; readonly answer: Promise<T> }
  >()
  let begun = 0

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
    begun += 1
    const asked = { at: now(), nth: begun, answer }
    asked.answer.catch(() => {
      if (answers.get(about) === asked) answers.delete(about)
    })
    keepNewest(answers, about, asked, KEPT)
    return answer
  }

  const readNow = (about: string): Promise<T> => {
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
    /** Returns a mark of this moment, for `since`. The clock plays no part in it. */
    moment: (): Moment => begun as Moment,
    /** Returns an answer that began after a moment, or begins now. */
    since: (about: string, moment: Moment): Promise<T> => {
      const known = answers.get(about)
      return known !== undefined && known.nth > moment ? known.answer : readNow(about)
    },
    /** Returns an answer that begins now, or after the one in progress. Simultaneous callers share it. */
    readNow,
    /** Returns a recent answer, or the one in progress. */
    readRecent: (about: string): Promise<T> => {
      const known = answers.get(about)
      if (known === undefined) return readNow(about)
      const age = now() - known.at
      // The clock may have been set back.
      return age >= 0 && age < holdsMs ? known.answer : readNow(about)
    },
  }
}
