import type { ProjectId } from '#shared/ids.ts'
import type { FiringNote, Trigger } from '#shared/trigger/trigger.ts'
import type { Clock } from '../../lib/clock.ts'
import type { TriggerEvent } from '../firings.ts'
import type { StoredTrigger } from '../rows.ts'
import type { Occur, Source } from './source.ts'

/** The branches of a repository with their newest commits. */
export type Refs = Readonly<Record<string, string>>

type Deps = {
  readonly clock: Pick<Clock, 'now' | 'schedule'>
  readonly occur: Occur
  readonly stored: (id: Trigger['id']) => StoredTrigger | null
  /** Reads the branches; null when the folder is no repository, or git cannot be asked about it. */
  readonly refs: (projectId: ProjectId) => Promise<Refs | null>
  /** Whether a run that a trigger began is active in the project, or has just ended. */
  readonly isOwn: (projectId: ProjectId) => boolean
  readonly matches: (pattern: string) => (name: string) => boolean
  /** Switches a trigger off whose folder is no repository. */
  readonly gone: (trigger: Trigger) => void
  readonly report: (error: unknown) => void
}

/** The time between two checks of a repository, in milliseconds. */
const CHECK_MS = 20_000
/** Readings in a row that must fail before a folder counts as no repository. */
const MOST_FAILED = 3
/** Branches that the text of one event names. */
const MOST_NAMED = 20

/** A source that reads at once when an own run ends, so that the changes of that run start nothing. */
export type OwnAwareSource = Source & { readonly ownEnded: (projectId: ProjectId) => void }

/** Starts triggers by new commits and new branches. It compares the branches with those of the last check. */
export function createGitSource(deps: Deps): OwnAwareSource {
  const { clock, report } = deps
  let followed: readonly Trigger[] = []
  let stopTimer = () => {}
  let checking: Promise<void> | null = null
  let isClosed = false
  let isFirst = true
  const failed = new Map<ProjectId, number>()

  const check = async (): Promise<void> => {
    const isStart = isFirst
    isFirst = false
    for (const projectId of new Set(followed.map((trigger) => trigger.projectId))) {
      if (isClosed) return
      await checkProject(deps, projectId, { followed, failed, isStart, isOwn: deps.isOwn(projectId) }).catch(
        report,
      )
    }
  }
  const wait = (): void => {
    stopTimer()
    if (!isClosed && followed.length > 0) stopTimer = clock.schedule(CHECK_MS, run)
  }
  const run = (): void => {
    checking ??= check().finally(() => {
      checking = null
      wait()
    })
  }
  return {
    follow: (triggers) => {
      followed = triggers.flatMap(({ trigger }) => (trigger.source.kind === 'git' ? [trigger] : []))
      if (followed.length > 0) return run()
      isFirst = false
      stopTimer()
    },
    ownEnded: (projectId) => {
      const before = checking ?? Promise.resolve()
      const check = { followed, failed, isStart: false, isOwn: true }
      checking = before
        .then(() => checkProject(deps, projectId, check))
        .catch(report)
        .finally(() => {
          checking = null
          wait()
        })
    },
    startMark: async ({ projectId }) => JSON.stringify((await deps.refs(projectId)) ?? {}),
    close: () => {
      isClosed = true
      stopTimer()
    },
  }
}

type Check = {
  readonly followed: readonly Trigger[]
  readonly isStart: boolean
  readonly isOwn: boolean
  /** Failed readings in a row. */
  readonly failed: Map<ProjectId, number>
}

async function checkProject(deps: Deps, projectId: ProjectId, check: Check): Promise<void> {
  const now = await deps.refs(projectId)
  check.failed.set(projectId, now === null ? (check.failed.get(projectId) ?? 0) + 1 : 0)
  for (const trigger of check.followed.filter((each) => each.projectId === projectId)) {
    const found = deps.stored(trigger.id)
    if (found === null || found.trigger.source.kind !== 'git') continue
    const isGone = (check.failed.get(projectId) ?? 0) >= MOST_FAILED
    if (isGone) deps.gone(found.trigger)
    else if (now !== null) await compare(deps, found, { ...check, now })
  }
}

type Compared = Pick<Check, 'isStart' | 'isOwn'> & { readonly now: Refs }

async function compare(
  deps: Deps,
  { trigger, through }: StoredTrigger,
  { now, isStart, isOwn }: Compared,
): Promise<void> {
  if (trigger.source.kind !== 'git') return
  const before = JSON.parse(through) as Refs
  const mark = JSON.stringify(now)
  if (mark === through) return
  const changes = changesOf(trigger.source, { before, now, matches: deps.matches })
  const about = changes
    .map(({ words }) => words)
    .slice(0, MOST_NAMED)
    .join(', ')
  const key = `git:${changes.map(({ key: each }) => each).join(',')}`.slice(0, 2_000)
  const report = (code: FiringNote['code']) => ({
    through: mark,
    event: null,
    rows: [{ key, about, note: { code, count: changes.length } }],
  })
  if (changes.length === 0) return deps.occur(trigger, { through: mark, event: null, rows: [] })
  if (isOwn) return deps.occur(trigger, report('ownChange'))
  if (isStart && trigger.missed === 'skip') return deps.occur(trigger, report('missed'))
  const event: TriggerEvent = {
    key,
    about,
    chain: [],
    data: JSON.stringify({
      event: trigger.source.event,
      changes: changes.map(({ branch, commit }) => ({ branch, commit })),
    }),
    note: isStart ? { code: 'late', count: changes.length } : null,
  }
  return deps.occur(trigger, { through: mark, event, rows: [] })
}

type Change = {
  readonly branch: string
  readonly commit: string
  readonly key: string
  readonly words: string
}
type Between = { readonly before: Refs; readonly now: Refs; readonly matches: Deps['matches'] }

/** Returns the changes between two readings that a source asks for. */
export function changesOf(
  { event, branch: pattern }: Extract<Trigger['source'], { kind: 'git' }>,
  { before, now, matches }: Between,
): Change[] {
  const isMeant = pattern === '*' ? () => true : matches(pattern)
  return Object.entries(now)
    .filter(([branch, commit]) => {
      if (!isMeant(branch)) return false
      const isNew = before[branch] === undefined
      return event === 'branch' ? isNew : !isNew && before[branch] !== commit
    })
    .map(([branch, commit]) => ({
      branch,
      commit,
      key: event === 'branch' ? `${branch}@` : `${branch}@${commit}`,
      words: event === 'branch' ? branch : `${commit.slice(0, 8)} ${branch}`,
    }))
}
