import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { parseJson } from '#shared/parse-json.ts'
import { isPluginName } from '#shared/plugin/plugin.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../../lib/errno.ts'
import { writeFileAtomic } from '../../lib/files/atomic-file.ts'

const Inside = z.string().max(1_000).nullable()
const Source = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['folder', 'zip']), path: z.string().max(5_000), inside: Inside }),
  z.strictObject({
    kind: z.literal('git'),
    url: z.string().max(4_000),
    ref: z.string().max(300).nullable(),
    commit: z.string().regex(/^[0-9a-f]{40,64}$/),
    inside: Inside,
  }),
])

const Consent = z.strictObject({
  processes: z.array(
    z.strictObject({
      kind: z.enum(['hook', 'server', 'tool', 'command']),
      name: z.string(),
      when: z.string(),
      command: z.string(),
    }),
  ),
  hosts: z.array(z.string()),
  rights: z.array(
    z.strictObject({
      kind: z.enum(['sees-messages', 'changes-calls', 'sees-results', 'continues-runs', 'variable']),
      about: z.string(),
    }),
  ),
})

const Locked = z.strictObject({
  version: z.string(),
  source: Source,
  installedAt: z.number(),
  on: z.boolean(),
  /** SHA-256 of each file by path. */
  files: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
  /** The rights that the person agreed to. */
  consent: Consent,
})
/** An installed plugin in the lock file. */
export type LockedPlugin = z.infer<typeof Locked>

const Lock = z.strictObject({
  lockVersion: z.literal(1),
  plugins: z.record(z.string().refine(isPluginName, 'is no name of a plugin'), Locked),
})
/** Installed plugins by name. */
export type PluginLock = ReadonlyMap<string, LockedPlugin>

/** Reads the lock file; without one, nothing is installed. Throws an `AppError` for a file that cannot be used. */
export async function readLock(file: string): Promise<PluginLock> {
  const broken = (problem: string) =>
    AppError.saying('config.invalid', say('plugin.lockBroken', { problem: problem.slice(0, 300) }))
  try {
    const parsed = Lock.safeParse(parseJson(await readFile(file, 'utf8')))
    if (parsed.success) return new Map(Object.entries(parsed.data.plugins))
    const [issue] = parsed.error.issues
    throw broken(`${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}`)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return new Map()
    if (error instanceof SyntaxError) throw broken('It is not valid JSON.')
    if (isErrno(error)) throw broken(error.code)
    throw error
  }
}

/** Writes the lock file as a whole. */
export async function writeLock(file: string, lock: PluginLock): Promise<void> {
  const plugins = Object.fromEntries([...lock].sort(([a], [b]) => (a < b ? -1 : 1)))
  await writeFileAtomic(file, `${JSON.stringify({ lockVersion: 1, plugins }, null, 2)}\n`, { mode: 0o600 })
}
