import { join, posix } from 'node:path'
import { nearNames } from '#shared/near-names.ts'
import type { Permission } from '#shared/permission/rule.ts'
import { hiddenFrom } from '../files/guarded-places.ts'
import { locatePath } from '../files/locate-path.ts'
import { type PathFlavour, placeOf } from '../files/project-path.ts'
import { createReadFilter } from '../permission/read-filter.ts'
import type { PathNeed, ToolAct } from '../tool.ts'
import { listFiles, type SearchDeps } from './list-files.ts'

const MOST_LISTED = 50_000
const MOST_NAMED = 3
/** Short, because the caller has already failed. In milliseconds. */
const LIMIT_MS = 3_000

type Looking = {
  readonly root: string
  /** Returns the verdict on reading a place: denied ones are not suggested. */
  readonly judgeRead: (act: ToolAct) => Permission
}

/** Finds existing project paths similar to a missing one: equal names first, then similar ones. */
export async function nearPaths(
  deps: SearchDeps & { readonly flavour: PathFlavour },
  given: string,
  need: PathNeed,
  { root, judgeRead }: Looking,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const wanted = given.trim().replaceAll('\\', '/').replace(/\/+$/, '')
  const name = posix.basename(wanted)
  if (name === '' || name.length > 200) return []
  const paths = await pathsIn(deps, root, need, AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]))
  const sight = createReadFilter(judgeRead)
  const isHidden = await hiddenFrom(await locatePath(root, '.', deps.flavour), root, deps.flavour)
  const mayName = (path: string) =>
    !isHidden(join(root, path)) && sight.mayName(placeOf(root, join(root, path), deps.flavour))
  const same = paths.filter((path) => posix.basename(path).toLowerCase() === name.toLowerCase())
  const candidates = same.length > 0 ? same : alike(name, paths)
  return candidates
    .toSorted((one, other) => common(other, wanted) - common(one, wanted) || one.length - other.length)
    .filter(mayName)
    .slice(0, MOST_NAMED)
}

async function pathsIn(
  deps: SearchDeps,
  root: string,
  need: PathNeed,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const files: string[] = []
  try {
    await listFiles(deps, root, (path) => files.push(path) < MOST_LISTED, signal)
  } catch (error) {
    // Results up to the timeout are still useful.
    if (!signal.aborted) throw error
  }
  if (need !== 'place') return files
  const folders = files.flatMap((file) => {
    const parts = file.split('/').slice(0, -1)
    return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'))
  })
  return [...new Set([...folders, ...files])]
}

function alike(name: string, paths: readonly string[]): readonly string[] {
  const furthest = Math.max(1, Math.floor(name.length / 3))
  const names = new Set(paths.map((path) => posix.basename(path)))
  const near = nearNames(
    name,
    [...names].filter((each) => Math.abs(each.length - name.length) <= furthest),
  )
  return near.flatMap((each) => paths.filter((path) => posix.basename(path) === each))
}

/** Returns the number of folders shared by two paths. */
function common(path: string, wanted: string): number {
  const folders = posix.dirname(wanted).split('/')
  return posix
    .dirname(path)
    .split('/')
    .filter((folder) => folders.includes(folder)).length
}
