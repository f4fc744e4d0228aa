import type { Clock } from '../clock.ts'

/** The time in which a program is prepared again, in milliseconds. */
const LONGEST_MS = 20_000
/** The same complaint so many times in a row is no accident. */
const MOST_SAME = 5

/**
 * Creates the decision whether a program that could not begin in its sandbox is prepared again. Sockets of other programs
 * vanish between the look-up of places and their mounts, where many tests run hundreds a second, so that attempts are
 * limited by time. Each attempt looks up all places again: one that is back is closed again. It compares complaints, since a
 * place that is always in the way causes the same one in each attempt.
 */
export function createStartAgain({ elapsed }: Pick<Clock, 'elapsed'>): (complaint: string) => boolean {
  const until = elapsed() + LONGEST_MS
  let last = ''
  let same = 0
  return (complaint) => {
    same = complaint === last ? same + 1 : 1
    last = complaint
    return same < MOST_SAME && elapsed() < until
  }
}
