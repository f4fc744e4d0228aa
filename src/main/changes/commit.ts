import { stripVTControlCharacters } from 'node:util'
import type { MadeCommit, RepositoryState } from '#shared/changes/changes.ts'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { type ActDeps, type ActPlace, write, writing } from './acts.ts'

/** Milliseconds a commit may take, with its hooks. */
const COMMIT_LIMIT_MS = 10 * 60_000
/** Milliseconds the network may take. */
const SYNC_LIMIT_MS = 5 * 60_000

export type HookDeps = ActDeps & {
  /** Whether the person has said that programs of this project may run. */
  readonly hooksTrusted: boolean
  /** Whether a folder holds hooks; samples do not count. */
  readonly hooksIn: (folder: string) => Promise<boolean>
}

/** Commits the index, with the hooks of the repository where the person trusts the project. */
export async function commit(
  place: ActPlace,
  deps: HookDeps,
  { message, amend }: { readonly message: string; readonly amend: boolean },
  signal: AbortSignal,
): Promise<MadeCommit> {
  const entries = [...place.status.entries.values()]
  const conflicts = entries.filter(({ kind }) => kind === 'conflicted').map(({ path }) => path)
  if (conflicts.length > 0)
    throw AppError.saying('other', say('changes.conflicts', { paths: conflicts.join(', ') }))
  const staged = entries.filter((entry) => entry.staged)
  if (staged.length === 0 && !amend) throw AppError.saying('other', say('changes.nothingStaged'))
  const { commit: before } = place.status.repository
  const args = ['commit', '--quiet', '--cleanup=whitespace', ...(amend ? ['--amend'] : []), '--file=-']
  const runsHooks = await mayRunHooks(place, deps, signal)
  const question = { args, input: message, runsHooks }
  const { messages } = await writing(place, deps, question, signal, COMMIT_LIMIT_MS)
  return { commit: await headOf(place, signal), before, files: staged.length, messages: plainText(messages) }
}

/** Takes a commit back and keeps its changes staged, unless it has left this computer or another one followed. */
export async function uncommit(
  place: ActPlace,
  deps: ActDeps,
  { commit: made, before }: { readonly commit: string; readonly before: string | null },
  signal: AbortSignal,
): Promise<void> {
  const { upstream, ahead } = place.status.repository
  if ((await headOf(place, signal)) !== made) throw AppError.saying('other', say('changes.noUndo'))
  if (upstream !== null && ahead === 0) throw AppError.saying('other', say('changes.pushed', { upstream }))
  const args = before === null ? ['update-ref', '-d', 'HEAD', made] : ['reset', '--soft', before]
  await write(place, deps, { args }, signal)
}

/** Exchanges commits with the remote. Never rewrites or merges: a branch that has split is left alone. */
export async function sync(
  place: ActPlace,
  deps: HookDeps,
  act: 'fetch' | 'pull' | 'push',
  signal: AbortSignal,
): Promise<void> {
  const args = await syncArguments(place, act, signal)
  const runsHooks = act === 'push' && (await mayRunHooks(place, deps, signal))
  try {
    await write(place, deps, { args, runsHooks, asks: true }, signal, SYNC_LIMIT_MS)
  } catch (error) {
    const { upstream } = place.status.repository
    const isSplit =
      error instanceof AppError &&
      /not possible to fast-forward|non-fast-forward|fetch first/i.test(error.message)
    if (isSplit)
      throw AppError.saying('other', say('changes.notFastForward', { upstream: upstream ?? 'origin' }))
    throw error
  }
}

async function syncArguments(
  { repository, status }: ActPlace,
  act: 'fetch' | 'pull' | 'push',
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (act === 'fetch') return ['fetch', '--quiet', '--no-recurse-submodules']
  if (act === 'pull') return ['pull', '--quiet', '--ff-only', '--no-recurse-submodules']
  const { branch, upstream }: Pick<RepositoryState, 'branch' | 'upstream'> = status.repository
  if (branch === null) throw AppError.saying('other', say('changes.noBranch'))
  if (upstream !== null) return ['push', '--quiet']
  const remotes = (await repository.read(['remote'], signal)).toString('utf8').split('\n').filter(Boolean)
  const [only] = remotes
  if (only === undefined || remotes.length > 1) throw AppError.saying('other', say('changes.noUpstream'))
  return ['push', '--quiet', '--set-upstream', '--', only, `refs/heads/${branch}`]
}

/**
 * Hooks are programs of the repository. They run in a project that the person has chosen to trust; in one that was never
 * asked about, nothing runs, and a repository that has hooks is refused so that none is skipped unseen.
 */
async function mayRunHooks(place: ActPlace, deps: HookDeps, signal: AbortSignal): Promise<boolean> {
  if (deps.hooksTrusted) return true
  const args = ['rev-parse', '--path-format=absolute', '--git-path', 'hooks']
  // Asked with the settings of the repository, which name the folder. The question runs no hook.
  const answer = await write(place, deps, { args, runsHooks: true }, signal)
  if (await deps.hooksIn(answer.toString('utf8').trim()))
    throw AppError.saying('other', say('changes.hooksNeedTrust'))
  return false
}

/** Returns the output of programs without the codes that colour a terminal. */
function plainText(output: string): string {
  return stripVTControlCharacters(output).replaceAll('\r', '').trim()
}

async function headOf({ repository }: ActPlace, signal: AbortSignal): Promise<string> {
  return (await repository.read(['rev-parse', 'HEAD'], signal)).toString('utf8').trim()
}
