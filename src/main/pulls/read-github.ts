import type { PullCheck, PullComment, PullRequest } from '#shared/changes/pulls.ts'
import type { ProgramAnswer } from '../git/start-program.ts'
import { type Cli, read, refused } from './ask-cli.ts'
import type { FailedCheck } from './forge.ts'
import { PULL_FIELDS, readChecks, readPull, readReviewComments } from './gh-answers.ts'
import type { RemoteName } from './remote-name.ts'

/** Exit codes of `gh pr checks`: 1 for failed checks, 8 for pending ones. */
const CHECK_CODES: readonly number[] = [1, 8]
/** Failed checks whose logs are read, and characters of each log; the end of a log tells most. */
const MOST_LOGS = 3
const MOST_LOG = 6_000

/** Names a repository to `gh`. */
export const inRepository = ({ host, repository }: RemoteName): readonly string[] => [
  `--repo=${host}/${repository}`,
]

/** Reads the pull request of a branch or with a number, with checks and comments. Null where there is none. */
export async function pullOf(
  gh: Cli,
  place: RemoteName,
  name: string | number,
  signal: AbortSignal,
): Promise<PullRequest | null> {
  const view = await gh.ask(
    ['pr', 'view', String(name), ...inRepository(place), `--json=${PULL_FIELDS}`],
    {},
    signal,
  )
  if (!view.ok && /no pull requests found|Could not resolve to a PullRequest/i.test(view.problem)) return null
  const pull = read(gh, view, readPull)
  const checks = await gh.ask(
    ['pr', 'checks', String(pull.number), ...inRepository(place), '--json=name,bucket,link'],
    { answers: CHECK_CODES },
    signal,
  )
  return {
    ...pull,
    checks: checksIn(gh, checks),
    comments: [...pull.comments, ...(await lineComments(gh, place, pull.number, signal))],
  }
}

/** Returns the failed checks of a pull request, the first ones with their logs. */
export async function failedChecks(
  gh: Cli,
  place: RemoteName,
  { checks }: Pick<PullRequest, 'checks'>,
  signal: AbortSignal,
): Promise<readonly FailedCheck[]> {
  const failed = checks.filter(({ state }) => state === 'fail')
  return Promise.all(
    failed.map(async ({ name, link }, at) => ({
      name,
      link,
      log: at < MOST_LOGS ? await logOf(gh, place, link, signal) : '',
    })),
  )
}

/** Reads the log of a job of GitHub Actions; of other services there is none. */
async function logOf(gh: Cli, place: RemoteName, link: string, signal: AbortSignal): Promise<string> {
  const job = /\/actions\/runs\/\d+\/job\/(\d{1,20})(?:[/?#]|$)/.exec(link)?.[1]
  if (job === undefined) return ''
  const answer = await gh.ask(
    ['run', 'view', ...inRepository(place), `--job=${job}`, '--log-failed'],
    {},
    signal,
  )
  return answer.ok ? answer.output.toString('utf8').trim().slice(-MOST_LOG) : ''
}

/** Without checks `gh` ends with 1 and prints nothing. */
function checksIn(gh: Cli, answer: ProgramAnswer): readonly PullCheck[] {
  if (answer.ok && answer.output.length === 0 && !/no checks/i.test(answer.messages))
    throw refused(gh, answer.messages)
  return read(gh, answer, readChecks)
}

async function lineComments(
  gh: Cli,
  { host, repository }: RemoteName,
  number: number,
  signal: AbortSignal,
): Promise<readonly PullComment[]> {
  const args = ['api', `--hostname=${host}`, `repos/${repository}/pulls/${number}/comments?per_page=100`]
  return read(gh, await gh.ask(args, {}, signal), readReviewComments)
}
