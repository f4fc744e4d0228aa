import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SandboxBlock } from '#shared/sandbox/sandbox.ts'
import type { Clock } from '../../lib/clock.ts'
import { timeLimit } from '../time-limit.ts'
import { unlessMissing } from '../unless-missing.ts'
import { guardProject, markProject, type ProjectMark } from './guard-project.ts'
import type { KeptMark, KeptMarks } from './kept-marks.ts'
import { ProjectTooLarge } from './project-too-large.ts'
import { watchProject } from './watch-project.ts'

/** The time in which a project must be searched, in milliseconds. */
const SEARCH_MS = 20_000

/** A mark whose command was not checked yet. After `until` nothing is of the command. */
type Unchecked = { readonly mark: ProjectMark; readonly until: number; readonly drop: () => Promise<void> }

/** A command of an earlier start that was checked late, and what was renamed. */
export type LateCheck = { readonly session: string; readonly root: string; readonly blocked: SandboxBlock[] }

/** A mark and its copy on the disk. */
export type Marked = { readonly mark: ProjectMark; readonly kept: KeptMark }

/**
 * Guards projects before, during and after commands. Where a search after a command did not end in time, the next command
 * does not start before it did: it would take new hooks for those of the person. Marks are kept on the disk, so that
 * commands of an app that was killed are checked too.
 */
export function createProjectGuard(clock: Clock, marks: KeptMarks) {
  const unfinished = new Map<string, Unchecked[]>()
  const found = new Map<string, SandboxBlock[]>()
  const deep = new Map<string, string>()
  const finish = async (unchecked: Unchecked): Promise<SandboxBlock[]> => {
    const { mark, until, drop } = unchecked
    const limit = timeLimit(clock, SEARCH_MS)
    const isDue = (path: string) => until === Number.POSITIVE_INFINITY || changedBy(path, until)
    const { blocked, tooDeep, complete } = await guardProject(mark, { limit, isAlive: false, isDue })
    if (complete) await drop()
    const others = (unfinished.get(mark.root) ?? []).filter((each) => each !== unchecked)
    const left = complete ? others : [...others, unchecked]
    if (left.length === 0) unfinished.delete(mark.root)
    else unfinished.set(mark.root, left)
    if (tooDeep === null) deep.delete(mark.root)
    else deep.set(mark.root, tooDeep)
    return complete ? blocked : [...blocked, { what: 'unsearched', name: tooDeep ?? '.', tries: 1 }]
  }
  const early = marks.left().then((left) => {
    for (const each of left) {
      const { root } = each.mark
      unfinished.set(root, [...(unfinished.get(root) ?? []), each])
    }
    return left
  })
  early.catch(() => {})
  return {
    /** Notes how a project looks before a command. What earlier commands left is checked first. */
    mark: async (root: string, home: string, session: string): Promise<Marked> => {
      await early
      for (const left of unfinished.get(root) ?? [])
        found.set(root, [...(found.get(root) ?? []), ...(await finish(left))])
      if (unfinished.has(root)) throw new ProjectTooLarge(deep.get(root))
      const mark = await markProject(root, { home, limit: timeLimit(clock, SEARCH_MS), now: clock.now })
      if (!mark.complete) throw new ProjectTooLarge()
      return { mark, kept: marks.keep(mark, session) }
    },
    /** Watches a project from the start of a command. `close` returns what was renamed. */
    watch: ({ mark, kept }: Marked) => {
      const watched = watchProject(mark, clock, kept)
      const earlier = found.get(mark.root) ?? []
      found.delete(mark.root)
      return {
        folder: mark.root,
        close: async () => {
          const during = await watched.stop()
          const after = await finish({ mark, until: Number.POSITIVE_INFINITY, drop: kept.drop })
          return [...earlier, ...during, ...after]
        },
      }
    },
    /** Checks what commands of an earlier start left. Their programs must have ended. */
    checkAgain: async (signal: AbortSignal): Promise<LateCheck[]> => {
      const checks: LateCheck[] = []
      for (const left of await early) {
        const { root } = left.mark
        signal.throwIfAborted()
        if (!unfinished.get(root)?.includes(left)) continue
        const blocked = await finish(left)
        if (blocked.length > 0) checks.push({ session: left.session, root, blocked })
      }
      return checks
    },
  }
}

/** Whether the last change of a file was before a moment. Later ones are the person's. */
async function changedBy(path: string, until: number): Promise<boolean> {
  const there = await unlessMissing(lstat(path))
  return there === null || there.ctimeMs <= until
}

/** A guarded folder. `close` returns what was renamed. */
type GuardedFolder = { readonly folder: string; readonly close: () => Promise<SandboxBlock[]> }

/** Ends the guards one after another, since folders may hold each other. What is not in the project is named whole. */
export async function closeGuards(guards: readonly GuardedFolder[], root: string): Promise<SandboxBlock[]> {
  const all: SandboxBlock[] = []
  for (const { folder, close } of guards) {
    for (const block of await close()) {
      const isPath = folder !== root && block.what === 'steering' && !block.name.startsWith('(')
      all.push(isPath ? { ...block, name: join(folder, block.name) } : block)
    }
  }
  return all
}
