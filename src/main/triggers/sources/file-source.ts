import type { ProjectId } from '#shared/ids.ts'
import type { Trigger } from '#shared/trigger/trigger.ts'
import type { Clock } from '../../lib/clock.ts'
import type { OwnAwareSource } from './git-source.ts'
import type { Occur } from './source.ts'

/** The files of a project that patterns match, by path, each with a mark that changes with its content. */
export type FileMarks = ReadonlyMap<string, string>

/** A scan of the files of a project; `tooMany` when it has more files or folders than are watched. */
export type FileScan =
  | { readonly kind: 'files'; readonly marks: FileMarks; readonly folders: readonly string[] }
  | { readonly kind: 'tooMany' }
  | { readonly kind: 'gone' }

type Deps = {
  readonly clock: Pick<Clock, 'now' | 'schedule'>
  readonly occur: Occur
  readonly scan: (projectId: ProjectId, matches: (path: string) => boolean) => Promise<FileScan>
  /** Calls back after a change in one of these folders. */
  readonly watch: (folders: readonly string[], changed: () => void) => () => void
  readonly matches: (pattern: string) => (path: string) => boolean
  /** Whether a run that a trigger began is active in the project, or has just ended. */
  readonly isOwn: (projectId: ProjectId) => boolean
  /** Switches a trigger off that would watch too many files. */
  readonly tooMany: (trigger: Trigger) => void
  readonly newKey: () => string
  readonly report: (error: unknown) => void
}

/** The quiet time after the last change, in milliseconds. */
const SETTLE_MS = 2_000
/** The longest wait during continued changes, in milliseconds. */
const LONGEST_SETTLE_MS = 30_000
/** Files that the text of one event names. */
const MOST_NAMED = 50

type Watched = { readonly close: () => void; readonly ownEnded: () => void; readonly trigger: Trigger }

/** Starts triggers by changed files, once things have been quiet for a moment. */
export function createFileSource(deps: Deps): OwnAwareSource {
  const watched = new Map<Trigger['id'], Watched>()
  return {
    follow: (triggers) => {
      const wanted = new Map(
        triggers.flatMap(({ trigger }) =>
          trigger.source.kind === 'file' ? [[trigger.id, trigger] as const] : [],
        ),
      )
      for (const [id, each] of watched) {
        const next = wanted.get(id)
        if (next !== undefined && isSame(next, each.trigger)) wanted.delete(id)
        else {
          each.close()
          watched.delete(id)
        }
      }
      for (const [id, trigger] of wanted) watched.set(id, watchFiles(deps, trigger))
    },
    ownEnded: (projectId) => {
      for (const each of watched.values()) if (each.trigger.projectId === projectId) each.ownEnded()
    },
    startMark: async () => '',
    close: () => {
      for (const { close } of watched.values()) close()
      watched.clear()
    },
  }
}

const isSame = (one: Trigger, other: Trigger): boolean =>
  one.projectId === other.projectId && JSON.stringify(one.source) === JSON.stringify(other.source)

/** Follows the files of one trigger. */
function watchFiles(deps: Deps, trigger: Trigger): Watched {
  const { clock } = deps
  const globs = trigger.source.kind === 'file' ? trigger.source.globs : []
  const tests = globs.map(deps.matches)
  const isMeant = (path: string): boolean => tests.some((test) => test(path))
  let marks: FileMarks | null = null
  let unwatch = () => {}
  let folders = ''
  let stopTimer = () => {}
  let since: number | null = null
  let reading: Promise<void> = Promise.resolve()
  let isClosed = false

  const changed = (): void => {
    if (isClosed) return
    const now = clock.now()
    since ??= now
    stopTimer()
    const left = Math.max(0, since + LONGEST_SETTLE_MS - now)
    stopTimer = clock.schedule(Math.min(SETTLE_MS, left), () => read())
  }
  const read = (isOwn = false): void => {
    since = null
    stopTimer()
    reading = reading.then(() => readOnce(isOwn)).catch(deps.report)
  }
  const readOnce = async (wasOwn: boolean): Promise<void> => {
    if (isClosed) return
    const isOwn = wasOwn || deps.isOwn(trigger.projectId)
    let scan = await deps.scan(trigger.projectId, isMeant)
    if (scan.kind === 'files' && scan.folders.join('\0') !== folders && !isClosed) {
      folders = scan.folders.join('\0')
      unwatch()
      unwatch = deps.watch(scan.folders, changed)
      // A change between the scan and the new watchers would be missed.
      scan = await deps.scan(trigger.projectId, isMeant)
    }
    if (isClosed || scan.kind === 'gone') return
    if (scan.kind !== 'files') return deps.tooMany(trigger)
    const before = marks
    marks = scan.marks
    if (before !== null) await tell(deps, trigger, { files: changedBetween(before, scan.marks), isOwn })
  }
  read()
  return {
    trigger,
    ownEnded: () => read(true),
    close: () => {
      isClosed = true
      stopTimer()
      unwatch()
    },
  }
}

type Changed = { readonly files: readonly string[]; readonly isOwn: boolean }

async function tell(deps: Deps, trigger: Trigger, { files, isOwn }: Changed): Promise<void> {
  if (files.length === 0) return
  const about = files.length === 1 ? (files[0] ?? '') : `${files[0]} +${files.length - 1}`
  const key = `file:${deps.newKey()}`
  if (isOwn) {
    const note = { code: 'ownChange', count: files.length } as const
    return deps.occur(trigger, { through: '', event: null, rows: [{ key, about, note }] })
  }
  const data = JSON.stringify({ files: files.slice(0, MOST_NAMED), count: files.length })
  return deps.occur(trigger, { through: '', event: { key, about, data, note: null, chain: [] }, rows: [] })
}

/** Returns the paths that were added, changed or removed between two scans. */
export function changedBetween(before: FileMarks, now: FileMarks): string[] {
  const changed = [...now].filter(([path, mark]) => before.get(path) !== mark).map(([path]) => path)
  const removed = [...before.keys()].filter((path) => !now.has(path))
  return [...changed, ...removed].sort()
}
