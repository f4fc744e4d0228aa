import { z } from 'zod'
import { pathIn } from './server-reports.ts'

/** The difference of a file from the version a server last saw. */
export type FileChange = { readonly path: string; readonly kind: 'created' | 'changed' | 'deleted' }

const Pattern = z.union([
  z.string().transform((pattern) => ({ base: null, pattern })),
  z
    .object({ baseUri: z.union([z.string(), z.object({ uri: z.string() })]), pattern: z.string() })
    .transform(({ baseUri, pattern }) => ({
      base: typeof baseUri === 'string' ? baseUri : baseUri.uri,
      pattern,
    })),
])
const Watcher = z.object({ globPattern: Pattern, kind: z.nullish(z.number().int()) })
const Registration = z.object({
  id: z.string(),
  method: z.literal('workspace/didChangeWatchedFiles'),
  registerOptions: z.object({ watchers: z.array(z.unknown()) }),
})
const Registering = z.object({ registrations: z.array(z.unknown()) })
/** The protocol spells the name of this list wrong. */
const Unregistering = z.object({ unregisterations: z.array(z.object({ id: z.string() })) })

/** The kinds of the protocol, as a mask of watchers. */
const KINDS = { created: 1, changed: 2, deleted: 4 } as const
const ALL_KINDS = 7
/** The change types of the protocol (`FileChangeType`). */
const TYPES = { created: 1, changed: 2, deleted: 3 } as const

/** Registrations that are kept, and watchers of each. */
const MOST_REGISTRATIONS = 50
const MOST_WATCHERS = 200

type Watch = { readonly mask: number; readonly test: (path: string) => boolean }

/** Keeps which files a server asked to be told about. `matches` makes the test of a pattern; it throws for a bad one. */
export function createWatches(root: string, matches: (pattern: string) => (path: string) => boolean) {
  const registered = new Map<string, readonly Watch[]>()
  const watchOf = (watcher: unknown): readonly Watch[] => {
    const read = Watcher.safeParse(watcher)
    if (!read.success) return []
    const { globPattern, kind } = read.data
    const base = globPattern.base === null ? '' : folderIn(root, globPattern.base)
    if (base === null) return []
    try {
      const test = matches(globPattern.pattern)
      // A pattern without a base can be one of the whole disk.
      const isIt = (path: string) =>
        base === ''
          ? test(path) || test(`${root}/${path}`.slice(1))
          : path.startsWith(base) && test(path.slice(base.length))
      return [{ mask: kind ?? ALL_KINDS, test: isIt }]
    } catch {
      // A server may not watch by a pattern that means nothing.
      return []
    }
  }
  return {
    register: (params: unknown): void => {
      const read = Registering.safeParse(params)
      for (const each of read.success ? read.data.registrations : []) {
        const one = Registration.safeParse(each)
        if (!one.success || registered.size >= MOST_REGISTRATIONS) continue
        registered.set(
          one.data.id,
          one.data.registerOptions.watchers.slice(0, MOST_WATCHERS).flatMap(watchOf),
        )
      }
    },
    unregister: (params: unknown): void => {
      const read = Unregistering.safeParse(params)
      for (const { id } of read.success ? read.data.unregisterations : []) registered.delete(id)
    },
    /** Returns the changes that the server asked for; all of them where it never said which. */
    wanted: (changes: readonly FileChange[]): readonly FileChange[] => {
      if (registered.size === 0) return changes
      const watches = [...registered.values()].flat()
      return changes.filter(({ path, kind }) =>
        watches.some(({ mask, test }) => (mask & KINDS[kind]) !== 0 && test(path)),
      )
    },
  }
}

/** Returns a change as the protocol has it. */
export const fileEvent = (uri: string, kind: FileChange['kind']) => ({ uri, type: TYPES[kind] })

/** Returns the folder of a URI as the beginning of paths in the project; null for one outside. */
function folderIn(root: string, uri: string): string | null {
  const path = pathIn(root, `${uri.replace(/\/$/, '')}/x`)
  return path === null ? null : path.slice(0, -1)
}

/** The state of the files of a folder: a text for each that changes with it. */
export type FileStamps = ReadonlyMap<string, string>

/** Returns what changed between two states of a folder. */
export function changesBetween(before: FileStamps, after: FileStamps): readonly FileChange[] {
  const now = [...after].flatMap(([path, stamp]): readonly FileChange[] => {
    const old = before.get(path)
    return old === stamp ? [] : [{ path, kind: old === undefined ? 'created' : 'changed' }]
  })
  const gone = [...before.keys()].filter((path) => !after.has(path))
  return [...now, ...gone.map((path) => ({ path, kind: 'deleted' as const }))]
}
