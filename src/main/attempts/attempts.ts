import type { AttemptTarget, Letter, PickedPart } from '#shared/attempts/attempt-events.ts'
import type { AttemptSetListing, AttemptSetView, Composed } from '#shared/attempts/attempts.ts'
import type { Attempt } from '#shared/attempts/fold-attempts.ts'
import { LETTERS, MOST_ATTEMPTS } from '#shared/attempts/letters.ts'
import { AppError } from '#shared/errors.ts'
import type { ModelRef, ProjectId, SessionId } from '#shared/ids.ts'
import type { Effort } from '#shared/model/efforts.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { STOPPED_BY_YOU } from '#shared/run/stopped-by-you.ts'
import { say } from '#shared/sentences.ts'
import { createChecks } from './checks.ts'
import type { AttemptDeps } from './ports.ts'
import { createSets, type KnownSet, type Sets } from './sets.ts'
import { viewOf } from './view.ts'

/** The way of one attempt. */
export type AttemptWish = {
  readonly model: ModelRef
  readonly effort: Effort | null
  /** Words that only this attempt gets; empty for none. */
  readonly words: string
}

/** A task that is run several times. */
export type SetWish = {
  readonly projectId: ProjectId
  readonly task: string
  readonly permissionMode: PermissionMode
  readonly attempts: readonly AttemptWish[]
  /** The check command; empty for none. */
  readonly check: string
  readonly checkMinutes: number
  readonly limit: number | null
}

export type Attempts = ReturnType<typeof createAttempts>

/** Runs one task several times in worktrees, and composes what the person picks from the results. */
export function createAttempts(deps: AttemptDeps) {
  const sets = createSets(deps)
  const checks = createChecks(deps, sets)
  const { worktrees, signal } = deps
  let adding: Promise<void> = Promise.resolve()
  const targetOf = (id: SessionId, of: AttemptTarget) => {
    if (of !== 'pick') return sets.attempt(id, of).worktreeId
    const { pick } = sets.get(id).set
    if (pick === null) throw AppError.saying('other', say('attempts.noPick'))
    return pick.worktreeId
  }
  const stop = (id: SessionId, of: Letter | null, reason: string): void => {
    checks.stop(id, of)
    for (const each of sets.get(id).set.attempts) {
      if (of === null || each.letter === of) stopRuns(deps, each.sessionId, reason)
    }
  }
  return {
    list: (projectId: ProjectId): readonly AttemptSetListing[] =>
      deps.setsOf(projectId).flatMap((id) => {
        const found = sets.find(id)
        if (found === null) return []
        const { start, set, session } = found
        return [{ id, task: start.task, attempts: set.attempts.length, createdAt: session.createdAt }]
      }),
    view: (id: SessionId): Promise<AttemptSetView> => viewOf(deps, sets.get(id)),
    /** Starts all attempts of a task. A failure leaves those that have started. */
    start: async (wish: SetWish): Promise<SessionId> => {
      const id = await startSet(deps, sets, wish)
      for (const each of wish.attempts) await addAttempt(deps, sets, id, each)
      return id
    },
    /** Starts one more attempt, from the commit of the others. One after the other, so that each has a letter. */
    add: (id: SessionId, wish: AttemptWish): Promise<void> => {
      const added = adding.catch(() => undefined).then(() => addAttempt(deps, sets, id, wish))
      adding = added
      return added
    },
    /** Stops one attempt with its check, or all. */
    stop: (id: SessionId, of: Letter | null): void => stop(id, of, STOPPED_BY_YOU),
    /** Runs a check now. Its outcome arrives as an event. */
    check: async (id: SessionId, of: AttemptTarget): Promise<void> => {
      const { projectId, start } = sets.get(id)
      targetOf(id, of)
      if (start.check === null) throw AppError.saying('other', say('attempts.noCheck'))
      if (!(await deps.isTrusted(projectId))) throw AppError.saying('other', say('attempts.noTrust'))
      checks.start(id, of)
    },
    /** Composes a tree of picked changes in a worktree of its own and checks it. Conflicts compose nothing. */
    pick: async (id: SessionId, parts: readonly PickedPart[]): Promise<Composed> => {
      const composed = await compose(deps, sets, id, parts)
      if (composed.conflicts.length === 0) {
        checks.stop(id, 'pick')
        checks.start(id, 'pick')
      }
      return composed
    },
    /** Takes over an attempt or the pick: as uncommitted changes, or by a merge. */
    apply: async (id: SessionId, of: AttemptTarget, way: 'patch' | 'merge'): Promise<void> => {
      const tree = targetOf(id, of)
      if (way === 'merge') await worktrees.merge(tree, signal)
      else await worktrees.apply(tree, signal)
      sets.note(id, { kind: 'attempts.applied', payload: { of, way } })
    },
    /** Takes applied changes out of the project again, all or none. */
    unapply: async (id: SessionId, of: AttemptTarget): Promise<void> => {
      await worktrees.unapply(targetOf(id, of), signal)
      sets.note(id, { kind: 'attempts.applied', payload: { of, way: 'undone' } })
    },
    /** Removes the worktree of an attempt or of the pick. With work that nothing else has only if `anyway`. */
    remove: async (id: SessionId, of: AttemptTarget, anyway: boolean): Promise<void> => {
      const tree = targetOf(id, of)
      if (checks.isRunning(id, of)) throw AppError.saying('run.active', say('attempts.checking'))
      if (worktrees.get(tree) !== null) await deps.removePlace(tree, anyway, signal)
      sets.note(id, { kind: 'attempts.removed', payload: { of } })
    },
    recover: checks.recover,
    /** Call it after a run of the chat of an attempt has ended. */
    ended: (id: SessionId, letter: Letter, completed: boolean): void => {
      const found = sets.find(id)
      if (found === null) return
      deps.changed(found.projectId)
      if (completed && found.start.check !== null) checks.start(id, letter)
    },
    /** Call it after each request of an attempt. Ends all attempts at the spending limit. */
    spent: (id: SessionId): void => {
      const found = sets.find(id)
      if (found === null) return
      deps.changed(found.projectId)
      const { limit } = found.start
      const cost = spentBy(deps, found)
      if (limit === null || cost < limit) return
      if (!found.set.isLimited) sets.note(id, { kind: 'attempts.limited', payload: { spent: cost } })
      stop(id, null, limitReached(limit).message)
    },
  }
}

const limitReached = (limit: number) =>
  AppError.saying('other', say('attempts.limit', { limit: `$${limit.toFixed(2)}` }))

/** Returns what a set has cost, in US dollars. Unknown prices count as nothing. */
function spentBy(deps: Pick<AttemptDeps, 'costOf'>, { set }: KnownSet): number {
  return set.attempts.reduce((sum, { sessionId }) => sum + (deps.costOf(sessionId) ?? 0), 0)
}

function stopRuns({ folds, stop }: Pick<AttemptDeps, 'folds' | 'stop'>, id: SessionId, reason: string) {
  for (const { runId, status } of Object.values(folds(id).runs)) {
    if (!isTerminal(status)) stop(id, runId, reason)
  }
}

/** Returns the first line of a text, as a name. */
const nameOf = (task: string): string => (task.trim().split('\n')[0] ?? '').slice(0, 70)

async function startSet(deps: AttemptDeps, sets: Sets, wish: SetWish): Promise<SessionId> {
  const { projectId, task, permissionMode, attempts, limit } = wish
  const [first] = attempts
  if (first === undefined) throw AppError.saying('other', say('attempts.gone'))
  const check = wish.check.trim() === '' ? null : wish.check
  if (check !== null && !(await deps.isTrusted(projectId)))
    throw AppError.saying('other', say('attempts.noTrust'))
  const { base, baseBranch, folder } = await deps.worktrees.headOf(projectId, deps.signal)
  const title = nameOf(task)
  const id = await deps.createSet({ projectId, cwd: folder, model: first.model, permissionMode, title })
  const about = { task, base, baseBranch, check, checkMinutes: wish.checkMinutes, limit }
  // Its project is known only once it has begun.
  deps.publish(id, [{ kind: 'attempts.started', payload: about }])
  deps.changed(sets.get(id).projectId)
  return id
}

async function addAttempt(
  deps: AttemptDeps,
  sets: Sets,
  id: SessionId,
  { model, effort, words }: AttemptWish,
): Promise<void> {
  const known = sets.get(id)
  const { start, set, projectId, session } = known
  const letter = LETTERS[set.attempts.length]
  if (letter === undefined)
    throw AppError.saying('other', say('attempts.most', { most: String(MOST_ATTEMPTS) }))
  const { limit } = start
  if (limit !== null && spentBy(deps, known) >= limit) throw limitReached(limit)
  const name = `${nameOf(start.task)} ${letter.toLowerCase()}`
  const wish = { projectId, name, from: null, base: start.base }
  const { cwd, worktree, item } = await deps.openPlace(wish, deps.signal)
  const { permissionMode } = session.meta
  const sessionId = await deps.createChat({
    projectId,
    cwd,
    model,
    effort,
    permissionMode,
    title: `${nameOf(start.task)} (${letter})`,
    worktree,
    attempt: { set: id, letter },
    ...(limit === null
      ? {}
      : { limits: { warnCost: null, stopCost: limit, warnTokens: null, stopTokens: null } }),
  })
  const own = words.trim() === '' ? null : words.trim()
  const { id: worktreeId, branch } = worktree
  const payload = { letter, sessionId, worktreeId, branch, model, effort, words: own }
  sets.note(id, { kind: 'attempts.added', payload })
  deps.tell(sessionId, item)
  deps.send(sessionId, own === null ? start.task : `${start.task}\n\n${own}`)
}

async function compose(
  deps: AttemptDeps,
  sets: Sets,
  id: SessionId,
  parts: readonly PickedPart[],
): Promise<Composed> {
  const { start, set, projectId } = sets.get(id)
  const { worktrees, signal } = deps
  const letters = new Set(parts.map(({ letter }) => letter))
  const trees = set.attempts
    .filter((each: Attempt) => letters.has(each.letter))
    .map(({ letter, worktreeId }) => ({ letter, worktreeId }))
  const composed = await worktrees.compose({ projectId, base: start.base, trees, parts }, signal)
  if (!composed.ok) return { conflicts: composed.conflicts }
  const { tree } = composed
  // A pick that was changed by hand is kept, and the new one gets another worktree.
  const before = set.pick === null ? null : worktrees.get(set.pick.worktreeId)
  const now = before === null ? null : await worktrees.changes(before.id, start.base, signal)
  const isOurs = before !== null && now !== null && now.tree !== null && now.tree === set.pick?.tree
  const name = `${nameOf(start.task)} pick`
  const wish = { projectId, name, from: null, base: start.base }
  const worktreeId = isOurs ? before.id : (await worktrees.create(wish, signal)).id
  await worktrees.fill(worktreeId, tree, signal)
  sets.note(id, { kind: 'attempts.picked', payload: { parts: [...parts], tree, worktreeId } })
  return { conflicts: [] }
}
