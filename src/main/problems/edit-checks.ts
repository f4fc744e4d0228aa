import { join, relative, sep } from 'node:path'
import type { ProjectId, RunId } from '#shared/ids.ts'
import type {
  CheckResult,
  CodeProblem,
  KeptProblems,
  ProblemList,
  ShownProblems,
} from '#shared/problems/problem.ts'
import type { Clock } from '../lib/clock.ts'
import type { Check, CheckPlace, EditingRun } from './check-place.ts'
import { inOrder, newProblems, remainingProblems } from './new-problems.ts'

export type EditChecksDeps = {
  /** Returns the checks of a run's project; null where it has none, or where the person does not trust it. */
  readonly placeOf: (run: EditingRun) => Promise<CheckPlace | null>
  /** Returns the files that a run changed, as absolute paths. */
  readonly changedIn: (run: EditingRun) => readonly string[]
  readonly clock: Pick<Clock, 'now'>
  /** The newest lists, kept over restarts. */
  readonly kept: {
    readonly read: () => readonly KeptProblems[]
    readonly write: (lists: readonly KeptProblems[]) => void
  }
  /** Called when the list of a project changed. */
  readonly changed: (projectId: ProjectId) => void
}

type Before = Promise<readonly CodeProblem[] | null>

/** `isDirty`: files were changed since the last check. */
type EditedRun = {
  readonly place: Promise<CheckPlace | null>
  /** The problems before the first edit, by check, and by file for checks of single files. */
  readonly before: Map<string, Before>
  isDirty: boolean
}

type Work = { readonly check: Check; readonly files: readonly string[] }

/** New problems that are listed for the person. */
const MOST_LISTED = 500
/** Lists that are kept over restarts, and problems of each. */
const MOST_KEPT = 20
const MOST_KEPT_PROBLEMS = 100

/**
 * Runs the checks of projects around the edits of agents: once before the first edit of a run, and again after the last
 * one. Returns the problems that are new since then.
 */
export function createEditChecks(deps: EditChecksDeps) {
  const runs = new Map<RunId, EditedRun>()
  const lists = createLists(deps)

  const stateOf = (run: EditingRun): EditedRun => {
    const known = runs.get(run.runId)
    if (known !== undefined) return known
    const place = deps.placeOf(run)
    const state = { place, before: new Map(), isDirty: false }
    runs.set(run.runId, state)
    return state
  }

  const concerned = (place: CheckPlace, paths: readonly string[]) =>
    place.checks.flatMap((check) => {
      const files = paths.flatMap((path) => insideOf(place.root, path)).filter(check.concerns)
      return files.length === 0 ? [] : [{ check, files }]
    })

  const checkOne = async ({ before }: EditedRun, { check, files }: Work, signal: AbortSignal) => {
    const { problems, result } = await check.after(files, signal)
    const known = await Promise.all(check.keysOf(files).map((key) => before.get(key) ?? null))
    const old = known.flatMap((each) => each ?? [])
    const isKnown = known.every((each) => each !== null)
    // Without a check before the edits only the edited files can be judged.
    const judged = isKnown ? problems : problems.filter(({ path }) => files.includes(path))
    const found = newProblems(old, judged)
    return { found, result, older: problems.length - found.length }
  }

  return {
    /** Checks the state before an edit, once for each run. A check that fails holds no edit up. */
    beforeEdit: async (run: EditingRun, path: string, signal: AbortSignal): Promise<void> => {
      const state = stateOf(run)
      const place = await state.place
      if (place === null) return
      const waits = concerned(place, [path]).flatMap(({ check, files }) =>
        check.keysOf(files).map((key): Before => {
          const begun = state.before.get(key) ?? check.before(files, signal)
          state.before.set(key, begun)
          return begun
        }),
      )
      await Promise.all(waits)
    },
    /** Notes that a run changed files. */
    edited: (run: EditingRun): void => {
      stateOf(run).isDirty = true
    },
    /** Checks after the edits of a run; an empty list where nothing is new or nothing was edited. */
    check: async (run: EditingRun, signal: AbortSignal): Promise<readonly CodeProblem[]> => {
      const state = runs.get(run.runId)
      if (state === undefined || !state.isDirty) return []
      state.isDirty = false
      const place = await state.place
      const work = place === null ? [] : concerned(place, deps.changedIn(run))
      if (place === null || work.length === 0) return []
      const found: CodeProblem[] = []
      const results: CheckResult[] = []
      let older = 0
      for (const each of work) {
        const checked = await checkOne(state, each, signal)
        found.push(...checked.found.map((problem) => ({ ...problem, check: checked.result.name })))
        results.push(checked.result)
        older += checked.older
      }
      const problems = inOrder(found)
      const list: ProblemList = {
        sessionId: place.sessionId,
        at: deps.clock.now(),
        folder: place.folder,
        problems: problems.slice(0, MOST_LISTED),
        more: Math.max(0, problems.length - MOST_LISTED),
        older,
        results,
      }
      lists.put({ projectId: place.projectId, root: place.root, list })
      deps.changed(place.projectId)
      return problems
    },
    again: createAgain(lists, deps.changed),
    /** Forgets a run that ended. */
    ended: ({ runId }: Pick<EditingRun, 'runId'>): void => {
      runs.delete(runId)
    },
    /** Returns the newest check of a folder of a project, null for the project's own; null where there was none. */
    list: lists.shown,
    /** Returns the absolute path of a listed file; null for any other. */
    fileOf: (projectId: ProjectId, folder: string | null, path: string): string | null => {
      const found = lists.of(projectId, folder)
      const isListed = found?.list.problems.some((problem) => problem.path === path) === true
      return found === null || !isListed ? null : join(found.root, path)
    },
  }
}

/** A folder with a list, and the name of the check that looks again. */
type ListedPlace = {
  readonly projectId: ProjectId
  readonly root: string
  readonly folder: string | null
  readonly check: string
}

/** Creates the second look for problems from before the start that a check found. Those that are gone leave the list. */
function createAgain(lists: ReturnType<typeof createLists>, changed: EditChecksDeps['changed']) {
  return async (place: ListedPlace, check: Check, signal: AbortSignal): Promise<void> => {
    const old = lists.of(place.projectId, place.folder)
    if (old === null || !old.isOld || old.root !== place.root) return
    const own = old.list.problems.filter((problem) => problem.check === place.check)
    const files = [...new Set(own.map(({ path }) => path))].filter(check.concerns)
    if (files.length === 0) return
    const { problems, result } = await check.after(files, signal)
    // A check of edits meanwhile knows better.
    if (result.state !== 'done' || lists.of(place.projectId, place.folder) !== old) return
    const others = old.list.problems.filter((problem) => problem.check !== place.check)
    const still = remainingProblems(own, problems).map((problem) => ({ ...problem, check: place.check }))
    const list = { ...old.list, problems: inOrder([...others, ...still]) }
    const isOld = others.length > 0 || list.more > 0
    lists.put({ projectId: place.projectId, root: place.root, list }, isOld)
    changed(place.projectId)
  }
}

type Listed = KeptProblems & { readonly isOld: boolean }

/** Creates the newest lists by folder. Those from before the start say so. */
function createLists({ kept }: Pick<EditChecksDeps, 'kept'>) {
  const keyOf = (projectId: ProjectId, folder: string | null) => `${projectId} ${folder ?? ''}`
  let read: Map<string, Listed> | null = null
  const all = (): Map<string, Listed> => {
    read ??= new Map(
      kept.read().map((each) => [keyOf(each.projectId, each.list.folder), { ...each, isOld: true }]),
    )
    return read
  }
  const of = (projectId: ProjectId, folder: string | null): Listed | null =>
    all().get(keyOf(projectId, folder)) ?? null
  return {
    of,
    shown: (projectId: ProjectId, folder: string | null): ShownProblems | null => {
      const found = of(projectId, folder)
      return found === null ? null : { ...found.list, isOld: found.isOld }
    },
    put: (next: KeptProblems, isOld = false): void => {
      const key = keyOf(next.projectId, next.list.folder)
      // The newest is last, so that the oldest is forgotten first.
      all().delete(key)
      all().set(key, { ...next, isOld })
      kept.write([...all().values()].slice(-MOST_KEPT).map(asKept))
    },
  }
}

function asKept({ projectId, root, list }: KeptProblems): KeptProblems {
  const problems = list.problems.slice(0, MOST_KEPT_PROBLEMS)
  const more = list.more + list.problems.length - problems.length
  return { projectId, root, list: { ...list, problems, more } }
}

export type EditChecks = ReturnType<typeof createEditChecks>

/** Returns the path relative to a folder with `/`; nothing for one outside. */
function insideOf(root: string, path: string): readonly string[] {
  const shown = relative(root, path)
  return shown === '' || shown.startsWith('..') ? [] : [shown.split(sep).join('/')]
}
