import { AppError } from '#shared/errors.ts'
import type { ProjectId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { TriggerDraft, TriggerRehearsal } from '#shared/trigger/trigger.ts'
import type { EndedWork } from './ended-work.ts'
import { rehearse, timesOf } from './rehearse.ts'
import { readCommitTimes, readRefs } from './sources/read-refs.ts'
import { scanFiles } from './sources/scan-files.ts'

type Deps = {
  readonly clock: { readonly now: () => number }
  readonly git: Parameters<typeof readRefs>[0]
  readonly projects: { readonly pathOf: (id: ProjectId) => string | null }
  readonly matches: (pattern: string) => (path: string) => boolean
  readonly signal: AbortSignal
}

type EndedAfter = (projectId: ProjectId, kind: EndedWork['kind'], at: number) => readonly EndedWork[]

type Rehearsed = Pick<TriggerDraft, 'projectId' | 'source' | 'caps'>

const WEEK_MS = 7 * 24 * 3_600_000

/** Rehearses a source with what is known of the project. */
export async function rehearseIn(
  deps: Deps,
  endedAfter: EndedAfter,
  asked: Rehearsed,
): Promise<TriggerRehearsal> {
  checkDraft(deps, asked)
  const now = deps.clock.now()
  return rehearse(asked, { events: await pastEvents(deps, endedAfter, asked, now - WEEK_MS) }, now)
}

async function pastEvents(
  deps: Deps,
  endedAfter: EndedAfter,
  { projectId, source }: Rehearsed,
  since: number,
): Promise<readonly number[] | null> {
  const folder = deps.projects.pathOf(projectId)
  if (folder === null) return null
  switch (source.kind) {
    case 'cron':
    case 'webhook':
      return null
    case 'run': {
      const { name, outcome } = source
      const ended = endedAfter(projectId, source.of, since).filter(
        (run) =>
          (name === null || run.name === name) && (outcome === 'any' || (outcome === 'done') === run.isDone),
      )
      return timesOf(ended.map(({ endedAt }) => ({ at: endedAt })))
    }
    case 'file': {
      const tests = source.globs.map(deps.matches)
      const scan = await scanFiles(folder, (path) => tests.some((test) => test(path)))
      if (scan.kind !== 'files') return null
      return timesOf([...scan.marks.values()].map((mark) => ({ at: Number(mark.split(' ')[0]) })))
    }
    case 'git': {
      if (source.event === 'branch') return null
      const refs = await refsOf(deps, projectId)
      if (refs === null) return null
      const isMeant = source.branch === '*' ? () => true : deps.matches(source.branch)
      const branches = Object.keys(refs).filter(isMeant)
      return readCommitTimes(deps.git, { folder, branches, since }, deps.signal)
    }
  }
}

/** Throws an `AppError` for a project that is not in the list, or a pattern that is none. */
export function checkDraft(
  { projects, matches }: Pick<Deps, 'projects' | 'matches'>,
  { projectId, source }: Pick<TriggerDraft, 'projectId' | 'source'>,
): void {
  if (projects.pathOf(projectId) === null) throw AppError.saying('project.not_found', say('project.unlisted'))
  const patterns = source.kind === 'file' ? source.globs : source.kind === 'git' ? [source.branch] : []
  for (const pattern of patterns) {
    try {
      matches(pattern)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw AppError.saying('config.invalid', say('trigger.badPattern', { pattern: pattern.slice(0, 100) }))
    }
  }
}

/** Reads the branches of a project; null when git does not answer. */
export async function refsOf(
  { git, projects, signal }: Pick<Deps, 'git' | 'projects' | 'signal'>,
  id: ProjectId,
) {
  const path = projects.pathOf(id)
  return path === null ? null : readRefs(git, path, signal)
}
