import type { MergeMethod, PullCheck, PullComment, PullRequest, PullState } from '#shared/changes/pulls.ts'
import { AppError } from '#shared/errors.ts'
import type { ChangePlaceId, ProjectId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { say } from '#shared/sentences.ts'
import { diffOf } from '../changes/drafts/commit-sections.ts'
import { COMMIT_AGENT, type Drafts } from '../changes/drafts/draft-port.ts'
import type { Git } from '../git/start-git.ts'
import { type ProgramAnswer, type ProgramDeps, startProgram } from '../git/start-program.ts'
import { PULL_FIELDS, readChecks, readPull, readReviewComments } from './gh-answers.ts'
import { type RemoteName, remoteNameOf } from './remote-name.ts'

const ASK_LIMIT_MS = 30_000
const WRITE_LIMIT_MS = 2 * 60_000
/** Exit codes of `gh pr checks`: 1 for failed checks, 8 for pending ones. */
const CHECK_CODES: readonly number[] = [1, 8]

export type PullsDeps = ProgramDeps & {
  readonly git: Pick<Git, 'work'>
  /** Returns the project of a place, with the folder of the place. */
  readonly project: (id: ChangePlaceId) => Promise<Project>
  readonly drafts: Pick<Drafts, 'write'>
}

export type Pulls = ReturnType<typeof openPulls>

/**
 * Opens pull requests on GitHub, through the program `gh` and its own sign-in. It runs only for projects that the person
 * trusts and only when asked. It starts outside the repository, which is named to it, so that nothing in there matters.
 */
export function openPulls(deps: PullsDeps) {
  const gh = (args: readonly string[], more: Partial<Asking>, signal: AbortSignal) =>
    askGh(deps, { args, ...more }, signal)
  const at = async (id: ChangePlaceId, signal: AbortSignal): Promise<Place> =>
    placeOf(deps, await deps.project(id), signal)
  return {
    get: async (id: ChangePlaceId, signal: AbortSignal): Promise<PullState> => {
      const place = await at(id, signal)
      await checkSignIn(gh, place, signal)
      const { repository, branch, isPushed } = place
      return { repository, branch, isPushed, pull: await pullOf(gh, place, signal) }
    },
    draft: async (
      id: ChangePlaceId,
      signal: AbortSignal,
    ): Promise<{ readonly title: string; readonly body: string }> => {
      const place = await at(id, signal)
      const wish = {
        agent: COMMIT_AGENT,
        projectId: place.projectId,
        ask: DRAFT,
        sections: () => sectionsOf(deps, place, signal),
      }
      const [title = '', ...rest] = (await deps.drafts.write(wish, signal)).split('\n')
      return { title: title.trim().slice(0, 250), body: rest.join('\n').trim() }
    },
    create: async (
      id: ChangePlaceId,
      { title, body, isDraft }: { readonly title: string; readonly body: string; readonly isDraft: boolean },
      signal: AbortSignal,
    ): Promise<void> => {
      const place = await at(id, signal)
      if (!place.isPushed) throw AppError.saying('other', say('pulls.notPushed', { branch: place.branch }))
      await checkSignIn(gh, place, signal)
      const args = [...['pr', 'create', ...inRepository(place)], `--title=${title}`, '--body-file=-']
      const draft = isDraft ? ['--draft'] : []
      taken(
        await gh(
          [...args, `--base=${place.base}`, `--head=${place.branch}`, ...draft],
          { input: body, limitMs: WRITE_LIMIT_MS },
          signal,
        ),
      )
    },
    merge: async (
      id: ChangePlaceId,
      {
        number,
        commit,
        method,
      }: { readonly number: number; readonly commit: string; readonly method: MergeMethod },
      signal: AbortSignal,
    ): Promise<void> => {
      const place = await at(id, signal)
      const args = [
        'pr',
        'merge',
        String(number),
        ...inRepository(place),
        `--${method}`,
        `--match-head-commit=${commit}`,
      ]
      taken(await gh(args, { limitMs: WRITE_LIMIT_MS }, signal))
    },
  }
}

const DRAFT =
  'These are all the changes of a branch. Write the title and the description of a pull request for it: the title on the first line as that of a commit, then an empty line, then what changes and why in a few sentences or a short list in Markdown.'

type Asking = {
  readonly args: readonly string[]
  readonly input: string
  readonly limitMs: number
  readonly answers: readonly number[]
}
type Gh = (args: readonly string[], more: Partial<Asking>, signal: AbortSignal) => Promise<ProgramAnswer>

/** `gh` asks nothing, pages nothing and colours nothing. */
function askGh(
  deps: PullsDeps,
  { limitMs = ASK_LIMIT_MS, ...asking }: Partial<Asking> & Pick<Asking, 'args'>,
  signal: AbortSignal,
): Promise<ProgramAnswer> {
  const quiet = {
    GH_PROMPT_DISABLED: '1',
    GH_NO_UPDATE_NOTIFIER: '1',
    GH_PAGER: 'cat',
    NO_COLOR: '1',
    GIT_TERMINAL_PROMPT: '0',
  }
  const environment = { ...deps.environment(), ...quiet }
  return startProgram(deps, { ...asking, limitMs, environment, program: 'gh', label: 'GitHub CLI' }, signal)
}

type Place = RemoteName & {
  readonly projectId: ProjectId
  readonly folder: string
  readonly branch: string
  /** The branch a pull request is for. */
  readonly base: string
  readonly isPushed: boolean
}

const inRepository = ({ host, repository }: RemoteName): readonly string[] => [`--repo=${host}/${repository}`]

/** Finds the repository on the server and the branch. Throws a sentence for what is missing. */
async function placeOf(
  { git }: Pick<PullsDeps, 'git'>,
  { id: projectId, path: folder, name, trusted }: Project,
  signal: AbortSignal,
): Promise<Place> {
  if (trusted !== true) throw AppError.saying('other', say('pulls.noTrust'))
  const ask = async (...args: string[]): Promise<string> => {
    const answer = await git.work({ folder, args, limitMs: ASK_LIMIT_MS }, signal)
    return answer.ok ? answer.output.toString('utf8').trim() : ''
  }
  const remote = remoteNameOf(await ask('remote', 'get-url', 'origin'))
  if (remote === null) throw AppError.saying('other', say('pulls.noRemote', { project: name }))
  const branch = await ask('symbolic-ref', '--quiet', '--short', 'HEAD')
  if (branch === '') throw AppError.saying('other', say('changes.noBranch'))
  const [head, pushed] = [
    await ask('rev-parse', 'HEAD'),
    await ask('rev-parse', '--verify', '--quiet', `refs/remotes/origin/${branch}`),
  ]
  return {
    ...remote,
    projectId,
    folder,
    branch,
    base: await baseOf(ask),
    isPushed: head !== '' && head === pushed,
  }
}

/** Names of default branches, for clones that do not know that of their server. */
const USUAL_BASES = ['main', 'master', 'trunk', 'develop'] as const

/** Returns the branch of the server that a pull request is for. */
async function baseOf(ask: (...args: string[]) => Promise<string>): Promise<string> {
  const known = await ask('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD')
  if (known !== '') return known.replace(/^origin\//, '')
  for (const name of USUAL_BASES)
    if ((await ask('rev-parse', '--verify', '--quiet', `refs/remotes/origin/${name}`)) !== '') return name
  return USUAL_BASES[0]
}

async function checkSignIn(gh: Gh, { host }: Place, signal: AbortSignal): Promise<void> {
  const answer = await gh(['auth', 'status', `--hostname=${host}`], {}, signal)
  if (answer.ok) return
  if (/ENOENT/.test(answer.problem)) throw AppError.saying('other', say('pulls.noGh'))
  throw AppError.saying('other', say('pulls.signedOut', { host }))
}

async function pullOf(gh: Gh, place: Place, signal: AbortSignal): Promise<PullRequest | null> {
  const view = await gh(
    ['pr', 'view', place.branch, ...inRepository(place), `--json=${PULL_FIELDS}`],
    {},
    signal,
  )
  if (!view.ok && /no pull requests found/i.test(view.problem)) return null
  const pull = read(view, readPull)
  const checks = await gh(
    ['pr', 'checks', String(pull.number), ...inRepository(place), '--json=name,bucket,link'],
    { answers: CHECK_CODES },
    signal,
  )
  return {
    ...pull,
    checks: checksIn(checks),
    comments: [...pull.comments, ...(await lineComments(gh, place, pull.number, signal))],
  }
}

/** Without checks `gh` ends with 1 and prints nothing. */
function checksIn(answer: ProgramAnswer): readonly PullCheck[] {
  if (answer.ok && answer.output.length === 0 && !/no checks/i.test(answer.messages))
    throw AppError.saying('other', say('pulls.refused', { reason: answer.messages }))
  return read(answer, readChecks)
}

async function lineComments(
  gh: Gh,
  { host, repository }: Place,
  number: number,
  signal: AbortSignal,
): Promise<readonly PullComment[]> {
  const args = ['api', `--hostname=${host}`, `repos/${repository}/pulls/${number}/comments?per_page=100`]
  return read(await gh(args, {}, signal), readReviewComments)
}

/** Reads an answer of `gh`, which is foreign data. */
function read<Read>(answer: ProgramAnswer, parse: (output: string) => Read): Read {
  const output = taken(answer)
  try {
    return parse(output)
  } catch {
    throw AppError.saying('other', say('pulls.unreadable'))
  }
}

function taken(answer: ProgramAnswer): string {
  if (answer.ok) return answer.output.toString('utf8')
  throw AppError.saying('other', say('pulls.refused', { reason: answer.problem.slice(0, 1_000) }))
}

async function sectionsOf({ git }: Pick<PullsDeps, 'git'>, { folder, base }: Place, signal: AbortSignal) {
  const read = async (args: readonly string[]): Promise<Buffer> => {
    const answer = await git.work({ folder, args, limitMs: ASK_LIMIT_MS }, signal)
    if (answer.ok) return answer.output
    throw AppError.saying('other', say('changes.git', { reason: answer.problem }))
  }
  const range = `origin/${base}...HEAD`
  const commits = await read(['log', '-50', '--format=%s', `origin/${base}..HEAD`])
  if (commits.length === 0) throw AppError.saying('other', say('pulls.nothing', { base }))
  const plain = [
    'diff',
    '-M',
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    '--src-prefix=a/',
    '--dst-prefix=b/',
  ]
  return [
    ['commits', commits.toString('utf8').slice(0, 4_000)],
    ['files', (await read([...plain, '--stat=120', range])).toString('utf8').slice(0, 6_000)],
    ['diff', await diffOf({ read }, [...plain, range], signal)],
  ] as const
}
