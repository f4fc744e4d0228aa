import type { SeenPull } from '#shared/changes/pull-watch.ts'
import type { PullComment, PullRequest } from '#shared/changes/pulls.ts'
import { type Sentence, type SentenceName, say } from '#shared/sentences.ts'

type Said = Sentence & { readonly name: SentenceName }

/** Changes of a pull request since the last reading. */
export type PullUpdate = { readonly said: readonly Said[]; readonly comments: readonly PullComment[] }

/** Returns the parts of a reading that the next one is compared with. */
export function seenOf({ commit, review, checks, comments }: PullRequest): SeenPull {
  return {
    commit,
    review: review ?? '',
    comments: comments.length,
    checks: Object.fromEntries(checks.map(({ name, state }) => [name, state])),
  }
}

/** Compares two readings. Checks that begin or wait are no news. */
export function pullUpdateOf(before: SeenPull, pull: PullRequest): PullUpdate {
  const number = String(pull.number)
  const said: Said[] = []
  if (pull.commit !== before.commit) said.push(say('pulls.news.commits', { number }))
  const failed = pull.checks.filter(({ name, state }) => state === 'fail' && before.checks[name] !== 'fail')
  if (failed.length > 0)
    said.push(say('pulls.news.failed', { number, names: failed.map(({ name }) => name).join(', ') }))
  const hasPassed = Object.values(before.checks)
  const isGreen = (states: readonly string[]) =>
    states.length > 0 && states.every((state) => state === 'pass' || state === 'skipped')
  if (isGreen(pull.checks.map(({ state }) => state)) && !isGreen(hasPassed))
    said.push(say('pulls.news.passed', { number }))
  if (pull.review !== before.review && pull.review === 'approved')
    said.push(say('pulls.news.approved', { number }))
  if (pull.review !== before.review && pull.review === 'changes')
    said.push(say('pulls.news.changes', { number }))
  const count = pull.comments.length - before.comments
  const comments = count > 0 ? pull.comments.slice(-count) : []
  if (count > 0) said.push(say('pulls.news.comments', { number, count: String(count) }))
  return { said, comments }
}
