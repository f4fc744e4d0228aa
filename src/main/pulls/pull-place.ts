import { AppError } from '#shared/errors.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { say } from '#shared/sentences.ts'
import type { Git } from '../git/start-git.ts'
import { ASK_LIMIT_MS } from './ask-cli.ts'
import { type RemoteName, remoteNameOf } from './remote-name.ts'

/** A branch of a project, and the repository of its remote on a server. */
export type PullPlace = RemoteName & {
  readonly projectId: ProjectId
  readonly folder: string
  readonly branch: string
  /** The branch a pull request is for. */
  readonly base: string
  readonly isPushed: boolean
}

type Deps = { readonly git: Pick<Git, 'work'> }

/** Finds the repository of a project on its server. Throws a sentence for what is missing. */
export async function repositoryOf(deps: Deps, project: Project, signal: AbortSignal): Promise<RemoteName> {
  if (project.trusted !== true) throw AppError.saying('other', say('pulls.noTrust'))
  const ask = asking(deps, project.path, signal)
  const remote = remoteNameOf(await ask('remote', 'get-url', 'origin'))
  if (remote === null) throw AppError.saying('other', say('pulls.noRemote', { project: project.name }))
  return remote
}

/** Finds the checked out branch and its base, on the server or else here. Throws a sentence for what is missing. */
export async function branchOf(
  deps: Deps,
  project: Project,
  signal: AbortSignal,
): Promise<{ readonly branch: string; readonly base: string; readonly baseRef: string }> {
  const ask = asking(deps, project.path, signal)
  const branch = await checkedOut(ask)
  if (branch === '') throw AppError.saying('other', say('changes.noBranch'))
  const base = await baseOf(ask)
  for (const baseRef of [`refs/remotes/origin/${base}`, `refs/heads/${base}`])
    if ((await ask('rev-parse', '--verify', '--quiet', baseRef)) !== '') return { branch, base, baseRef }
  throw AppError.saying('other', say('pulls.nothing', { base }))
}

/** Finds the repository on the server and the branch. Throws a sentence for what is missing. */
export async function placeOf(deps: Deps, project: Project, signal: AbortSignal): Promise<PullPlace> {
  const remote = await repositoryOf(deps, project, signal)
  const ask = asking(deps, project.path, signal)
  const branch = await checkedOut(ask)
  if (branch === '') throw AppError.saying('other', say('changes.noBranch'))
  const [head, pushed] = [
    await ask('rev-parse', 'HEAD'),
    await ask('rev-parse', '--verify', '--quiet', `refs/remotes/origin/${branch}`),
  ]
  return {
    ...remote,
    projectId: project.id,
    folder: project.path,
    branch,
    base: await baseOf(ask),
    isPushed: head !== '' && head === pushed,
  }
}

type Ask = (...args: string[]) => Promise<string>

function asking({ git }: Deps, folder: string, signal: AbortSignal): Ask {
  return async (...args) => {
    const answer = await git.work({ folder, args, limitMs: ASK_LIMIT_MS }, signal)
    return answer.ok ? answer.output.toString('utf8').trim() : ''
  }
}

/** Returns the checked out branch; empty for none. Its short name would be longer where a tag has the same one. */
const checkedOut = async (ask: Ask): Promise<string> =>
  (await ask('symbolic-ref', '--quiet', 'HEAD')).replace(/^refs\/heads\//, '')

const ORIGIN = 'refs/remotes/origin/'

/** Names of default branches, for clones that do not know that of their server. */
const USUAL_BASES = ['main', 'master', 'trunk', 'develop'] as const

/** Returns the branch of the server that a pull request is for. */
async function baseOf(ask: Ask): Promise<string> {
  const known = await ask('symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD')
  if (known.startsWith(ORIGIN)) return known.slice(ORIGIN.length)
  for (const name of USUAL_BASES)
    if ((await ask('rev-parse', '--verify', '--quiet', `refs/remotes/origin/${name}`)) !== '') return name
  return USUAL_BASES[0]
}
