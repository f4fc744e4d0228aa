import type { Clock } from '../lib/clock.ts'
import { folderProblem, notFolder, notWhole, tooSlow } from './folder-problem.ts'
import type { FolderReader } from './folder-reader.ts'
import type { PathRules } from './paths.ts'
import type { ProjectRow } from './rows.ts'
import { inParallel, LATE, within } from './within.ts'

const LIMIT_MS = 2_000

type Deps = {
  readonly reader: FolderReader
  readonly rules: PathRules
  readonly home: string
  readonly clock: Pick<Clock, 'after'>
  readonly signal: AbortSignal
}

/** The one true path of a folder a person named, or the reason it cannot be worked in. */
export async function canonicalFolder(typed: string, deps: Deps): Promise<string> {
  const { rules, reader, home, clock, signal } = deps
  const path = rules.absolute(typed, home)
  if (path === null) throw notWhole(rules.platform)
  const shown = rules.display(path, home)
  const work = async () => {
    const real = rules.normal(await reader.real(path))
    if (!(await reader.look(real)).folder) throw notFolder(shown)
    // A folder that cannot be listed is of no use as a project; better to say so now.
    for await (const _first of reader.someItems(real, 1)) break
    return real
  }
  const found = await within(clock, LIMIT_MS, work(), signal).catch((error: unknown) => {
    throw folderProblem(error, shown)
  })
  if (found === LATE) throw tooSlow(shown)
  return found
}

/**
 * The project a folder is registered as. Spelling tells most of it; the disk tells the rest, for example a disk that ignores case under Linux.
 */
export async function registeredAs(
  path: string,
  all: () => ProjectRow[],
  deps: Omit<Deps, 'home'>,
): Promise<ProjectRow | null> {
  const { rules, reader, clock, signal } = deps
  const identityOf = async (folder: string): Promise<string | null> => {
    const look = reader.look(folder).catch(() => null)
    const found = await within(clock, LIMIT_MS, look, signal)
    return found === LATE || found === null || found.identity.endsWith(':0') ? null : found.identity
  }
  const identity = await identityOf(path)
  const others = all().filter((row) => rules.key(row.path_canonical) !== rules.key(path))
  const identities = await inParallel(others, 8, (row) => identityOf(row.path_canonical))
  const same = others.filter((_row, index) => identity !== null && identities[index] === identity)
  // Asked last, so that nothing can be added between the question and the answer.
  return all().find((row) => rules.key(row.path_canonical) === rules.key(path)) ?? same[0] ?? null
}
