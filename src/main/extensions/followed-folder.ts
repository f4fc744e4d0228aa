import type { FileProblem } from '#shared/agent/file-problem.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import { type Layer, NO_LAYER } from './read-folder.ts'
import { type Watched, watchFolder } from './watch-folder.ts'

export type FollowDeps<T> = {
  readonly idOf: (item: T) => string
  /** Hears of each file that cannot be used, when that comes up. */
  readonly problem: (problem: FileProblem) => void
  readonly clock: Clock
  readonly logger: Logger
}

/** A folder as it is read: at once, whenever it changes, and whenever `reload` is called. */
export type FollowedFolder<T> = {
  readonly layer: () => Promise<Layer<T>>
  readonly reload: () => Promise<void>
  readonly stop: () => void
}

/** Maximum wait for the disk, in milliseconds. After it the folder counts as empty. */
const LIMIT_MS = 5_000

/**
 * Reads a folder and follows it. A file that became broken leaves what it said before in force as long as the app
 * runs, so that a slip of an editor does not take a restriction away.
 */
export function followFolder<T>(
  deps: FollowDeps<T>,
  watched: readonly Watched[],
  read: () => Promise<Layer<T>>,
  changed: () => void,
): FollowedFolder<T> {
  let known = new Set<string>()
  const load = async (): Promise<Layer<T>> => {
    const layer = await inTime(deps, watched, read)
    const now = new Set(layer.problems.map(({ message }) => message))
    for (const problem of layer.problems) if (!known.has(problem.message)) deps.problem(problem)
    known = now
    return layer
  }
  const reload = async (): Promise<void> => {
    const before = await current
    const next = load().then((layer) => keepingGood(layer, before, deps.idOf))
    current = next
    if (JSON.stringify(await next) !== JSON.stringify(before)) changed()
  }
  const report = (error: unknown) => deps.logger.error('A folder could not be read again', error)
  // Watched first, so that nothing changes unseen between reading and watching.
  const stops = watched.map((one) => watchFolder(one, () => void reload().catch(report), deps))
  const stop = () => {
    for (const each of stops) each()
  }
  let current = load()
  // The next reader gets the failure; until then it is ignored.
  current.catch(() => {})
  return { layer: () => current, reload, stop }
}

function keepingGood<T>(layer: Layer<T>, before: Layer<T>, idOf: (item: T) => string): Layer<T> {
  const broken = new Set(layer.problems.map(({ id }) => id))
  const kept = before.items.filter((item) => broken.has(idOf(item)))
  return kept.length === 0 ? layer : { ...layer, items: [...layer.items, ...kept] }
}

async function inTime<T>(
  { clock, logger }: FollowDeps<T>,
  [first]: readonly Watched[],
  read: () => Promise<Layer<T>>,
): Promise<Layer<T>> {
  const done = new AbortController()
  const late = clock.after(LIMIT_MS, done.signal).then(
    () => {
      logger.warn('A folder did not answer in time and is gone on without', { folder: first?.folder })
      return NO_LAYER
    },
    () => NO_LAYER,
  )
  try {
    return await Promise.race([read(), late])
  } finally {
    done.abort()
  }
}
