import type {
  AttemptChanges,
  AttemptFile,
  AttemptSetView,
  AttemptState,
  AttemptView,
} from '#shared/attempts/attempts.ts'
import type { Attempt } from '#shared/attempts/fold-attempts.ts'
import { AppError } from '#shared/errors.ts'
import type { WorktreeId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { tokensOf } from '#shared/session/usage.ts'
import { hunksById } from '../git/hunk-ids.ts'
import type { TreeFile } from '../worktrees/tree-changes.ts'
import type { AttemptDeps } from './ports.ts'
import type { KnownSet } from './sets.ts'

/** Characters of the patch of one file above which it can only be picked whole. */
const MOST_CHARS = 300_000
const MOST_SUMMARY = 200

/** Describes a set of attempts with their changes, as the window compares them. */
export async function viewOf(deps: AttemptDeps, known: KnownSet): Promise<AttemptSetView> {
  const { id, start, set, session } = known
  const attempts: AttemptView[] = []
  for (const each of set.attempts) attempts.push(await attemptOf(deps, known, each))
  const costs = attempts.map(({ cost }) => cost)
  const { pick } = set
  return {
    id,
    task: start.task,
    base: start.base,
    baseBranch: start.baseBranch,
    createdAt: session.createdAt,
    check: start.check,
    limit: start.limit,
    isLimited: set.isLimited,
    cost: costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
    attempts,
    pick:
      pick === null || deps.worktrees.get(pick.worktreeId) === null
        ? null
        : {
            worktreeId: pick.worktreeId,
            parts: pick.parts,
            check: set.checks.pick ?? null,
            changes: await changesOf(deps, known, pick.worktreeId),
          },
    applied: set.applied?.of ?? null,
  }
}

async function attemptOf(deps: AttemptDeps, known: KnownSet, attempt: Attempt): Promise<AttemptView> {
  const { letter, sessionId, worktreeId, branch, model, effort, words } = attempt
  const folds = deps.folds(sessionId)
  const runs = Object.values<RunRecord>(folds.runs).toSorted((one, other) => one.createdAt - other.createdAt)
  const newest = runs.at(-1)
  const isGone = attempt.isRemoved || deps.worktrees.get(worktreeId) === null
  return {
    letter,
    sessionId,
    worktreeId,
    branch,
    model,
    effort,
    words,
    state: stateOf(newest),
    problem: newest?.status === 'failed' ? (newest.error?.message ?? null) : null,
    summary: firstSentence(deps.answerOf(sessionId)),
    startedAt: runs[0]?.createdAt ?? null,
    endedAt: newest?.endedAt ?? null,
    cost: deps.costOf(sessionId),
    tokens: Object.values(folds.session?.usage ?? {}).reduce((sum, usage) => sum + tokensOf(usage), 0),
    check: known.set.checks[letter] ?? null,
    changes: isGone ? null : await changesOf(deps, known, worktreeId),
  }
}

const STATES: Readonly<Record<RunRecord['status'], AttemptState>> = {
  pending: 'queued',
  running: 'running',
  awaiting_user: 'waiting',
  paused: 'paused',
  completed: 'done',
  failed: 'failed',
  cancelled: 'stopped',
}

const stateOf = (run: RunRecord | undefined): AttemptState =>
  run === undefined ? 'idle' : STATES[run.status]

async function changesOf(deps: AttemptDeps, { start }: KnownSet, id: WorktreeId): Promise<AttemptChanges> {
  try {
    const { state, files, held, conflict } = await deps.worktrees.changes(id, start.base, deps.signal)
    return { state, files: files.map(fileOf), held, conflict }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { state: 'unknown', files: [], held: { files: 0, commits: 0 }, conflict: error.message }
  }
}

/** Draws a changed file as data for the window. */
function fileOf({ path, kind, patch }: TreeFile): AttemptFile {
  const hunks = patch?.hunks ?? []
  const count = (mark: string) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(mark)).length, 0)
  const isLarge = (patch?.text.length ?? 0) > MOST_CHARS
  const text = (line: string) => Buffer.from(line, 'latin1').toString('utf8')
  return {
    path,
    kind,
    added: count('+'),
    removed: count('-'),
    cut: isLarge,
    hunks: isLarge
      ? []
      : [...hunksById(path, hunks)].map(([id, { oldStart, newStart, section, lines }]) => ({
          id,
          oldStart,
          newStart,
          section: text(section),
          lines: lines.map(text),
        })),
  }
}

function firstSentence(text: string): string {
  const line = text.trim().split('\n')[0] ?? ''
  const end = line.search(/[.!?。！？](\s|$)/)
  return (end < 0 ? line : line.slice(0, end + 1)).slice(0, MOST_SUMMARY)
}
