import type { PullFix, PullWatch, WatchEnd } from '#shared/changes/pull-watch.ts'
import type { PullCheck, PullRequest } from '#shared/changes/pulls.ts'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { commitFix, fetchHead, guidesIn, pushFix } from './fix-tree.ts'
import { firstTask, nextTask } from './fix-words.ts'
import type { FixDeps, FixWatch } from './watch-ports.ts'

/** Ends the following of a pull request. */
export const ended = <Watch extends PullWatch>(watch: Watch, why: WatchEnd, detail = ''): Watch => ({
  ...watch,
  state: 'ended',
  end: { why, detail },
})

/** Repairs pull requests. Each act takes a watch and returns the next one; the caller stores it. */
export function createAutofix(deps: FixDeps) {
  return {
    /** Compares a reading with what is known, and starts an attempt where checks have failed. */
    step: async (watch: FixWatch, pull: PullRequest, signal: AbortSignal): Promise<FixWatch> => {
      if (watch.state !== 'watching') return watch
      const { fix } = watch
      if (fix.tries === 0 && pull.commit !== fix.base) return step(deps, moved(watch, pull), pull, signal)
      // Right after a push the server may still know the commit before it.
      if (pull.commit !== fix.base) return isKnown(deps, watch, pull, signal)
      return step(deps, watch, pull, signal)
    },
    /** Commits what an attempt has changed. It is pushed where the person allowed that, or waits for them. */
    finish: async (watch: FixWatch, signal: AbortSignal): Promise<FixWatch> => finish(deps, watch, signal),
    /** Pushes the fix that waits. */
    push: async (watch: FixWatch, signal: AbortSignal): Promise<FixWatch> => {
      const { sessionId, ready } = watch.fix
      if (watch.state !== 'asking' || ready === null) throw AppError.saying('other', say('pulls.noFix'))
      const run = sessionId === null ? null : deps.run(sessionId)
      if (run?.state === 'running' || run?.state === 'waiting')
        throw AppError.saying('run.active', say('pulls.fixRunning'))
      return push(deps, watch, { commit: ready, asks: true }, signal)
    },
  }
}

const change = (watch: FixWatch, state: PullWatch['state'], fix: Partial<PullFix>): FixWatch => ({
  ...watch,
  state,
  fix: { ...watch.fix, ...fix },
})

const moved = (watch: FixWatch, { commit }: PullRequest): FixWatch =>
  change(watch, 'watching', { base: commit })

/** Whether a check is still open, has failed, or all have passed. */
function outcomeOf(checks: readonly PullCheck[]): 'open' | 'red' | 'green' {
  if (checks.length === 0 || checks.some(({ state }) => state === 'pending')) return 'open'
  return checks.some(({ state }) => state === 'fail') ? 'red' : 'green'
}

async function step(
  deps: FixDeps,
  watch: FixWatch,
  pull: PullRequest,
  signal: AbortSignal,
): Promise<FixWatch> {
  const { fix, number } = watch
  const outcome = outcomeOf(pull.checks)
  if (outcome === 'open') return watch
  if (outcome === 'green') return ended(watch, 'green')
  if (fix.tries >= fix.maxTries) return ended(watch, 'tries')
  if (fix.sessionId !== null && (deps.costOf(fix.sessionId) ?? 0) >= fix.limit) return ended(watch, 'cost')
  const failed = await deps.pulls.failures(watch, pull, signal)
  const place = fix.sessionId === null ? await openPlace(deps, watch, pull, signal) : null
  const sessionId = place?.sessionId ?? fix.sessionId
  if (sessionId === null) return watch
  const guides = place === null ? [] : await guidesIn(await deps.tree(place.worktreeId))
  deps.send(sessionId, fix.tries === 0 ? firstTask({ pull, failed, guides }) : nextTask({ failed }))
  deps.notify(say('pulls.fixBegun', { number: String(number) }))
  return change(watch, 'fixing', { tries: fix.tries + 1, ready: null, ...place })
}

async function openPlace(deps: FixDeps, watch: FixWatch, pull: PullRequest, signal: AbortSignal) {
  const { path: folder } = await deps.project(watch.projectId)
  const { head, base, limit } = watch.fix
  if (!(await fetchHead(deps, { folder, head, commit: base }, signal)))
    throw AppError.saying('other', say('pulls.fetchFailed', { branch: head, reason: base.slice(0, 8) }))
  const wish = { projectId: watch.projectId, base, limit, title: `Autofix #${pull.number}` }
  return deps.openChat({ ...wish, name: `autofix ${pull.number}` }, signal)
}

/** The app's own push may not be known to the server yet. Any other commit was pushed by another person. */
async function isKnown(
  deps: FixDeps,
  watch: FixWatch,
  { commit }: PullRequest,
  signal: AbortSignal,
): Promise<FixWatch> {
  const { worktreeId, base } = watch.fix
  if (worktreeId === null) return ended(watch, 'moved')
  const { folder } = await deps.tree(worktreeId)
  const args = ['merge-base', '--is-ancestor', commit, base]
  const answer = await deps.git.work({ folder, args, limitMs: 30_000 }, signal)
  return answer.ok ? watch : ended(watch, 'moved')
}

async function finish(deps: FixDeps, watch: FixWatch, signal: AbortSignal): Promise<FixWatch> {
  const { sessionId, worktreeId, base, pushes, limit } = watch.fix
  if (sessionId === null || worktreeId === null) return watch
  const run = deps.run(sessionId)
  if (run === null || run.state === 'running' || run.state === 'waiting') return watch
  // The person resumes it, and its end is met then.
  if (run.state === 'interrupted') return watch
  if (run.state === 'failed') {
    const isDear = (deps.costOf(sessionId) ?? 0) >= limit
    return isDear ? ended(watch, 'cost') : ended(watch, 'failed', run.detail)
  }
  const number = String(watch.number)
  const tree = await deps.tree(worktreeId)
  const message = `Fix the failed checks of #${number}\n`
  const made = await commitFix(deps, tree, { base, message }, signal)
  if (made === null) return ended(watch, 'unchanged')
  const asking = change(watch, 'asking', { ready: made.commit, isDelicate: made.isDelicate })
  if (pushes === 'auto' && !made.isDelicate)
    return push(deps, asking, { commit: made.commit, asks: false }, signal)
  deps.notify(say(made.isDelicate ? 'pulls.fixDelicate' : 'pulls.fixReady', { number }))
  return asking
}

async function push(
  deps: FixDeps,
  watch: FixWatch,
  { commit, asks }: { readonly commit: string; readonly asks: boolean },
  signal: AbortSignal,
): Promise<FixWatch> {
  const { worktreeId, head } = watch.fix
  if (worktreeId === null) return watch
  const { folder } = await deps.tree(worktreeId)
  const refused = await pushFix(deps, { folder, commit, head, asks }, signal)
  if (refused !== null) {
    const isMoved = /non-fast-forward|fetch first|rejected/i.test(refused)
    return isMoved ? ended(watch, 'moved') : ended(watch, 'refused', refused)
  }
  deps.notify(say('pulls.fixPushed', { number: String(watch.number) }))
  return change(watch, 'watching', { base: commit, ready: null })
}
