import type { MergeMethod, PlacedPull, PullRequest, PullState } from '#shared/changes/pulls.ts'
import { AppError } from '#shared/errors.ts'
import type { ChangePlaceId, ProjectId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { say } from '#shared/sentences.ts'
import { diffOf } from '../changes/drafts/commit-sections.ts'
import { COMMIT_AGENT, type Drafts } from '../changes/drafts/draft-port.ts'
import type { Git } from '../git/start-git.ts'
import type { ProgramDeps } from '../git/start-program.ts'
import { ASK_LIMIT_MS, checkSignIn, createGh, inRepository, taken, WRITE_LIMIT_MS } from './ask-gh.ts'
import { type PullPlace, placeOf, repositoryOf } from './pull-place.ts'
import { type FailedCheck, failedChecks, pullOf } from './read-pull.ts'
import type { RemoteName } from './remote-name.ts'

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
  const gh = createGh(deps)
  const at = async (id: ChangePlaceId, signal: AbortSignal): Promise<PullPlace> =>
    placeOf(deps, await deps.project(id), signal)
  return {
    get: async (id: ChangePlaceId, signal: AbortSignal): Promise<PullState> => {
      const place = await at(id, signal)
      await checkSignIn(gh, place, signal)
      const { repository, branch, base, isPushed } = place
      return { repository, branch, base, isPushed, pull: await pullOf(gh, place, branch, signal) }
    },
    /** Reads a pull request of a project by its number. Throws a sentence where there is none. */
    find: async (id: ProjectId, number: number, signal: AbortSignal): Promise<PlacedPull> => {
      const place = await repositoryOf(deps, await deps.project(id), signal)
      await checkSignIn(gh, place, signal)
      const pull = await pullOf(gh, place, number, signal)
      if (pull === null) throw AppError.saying('other', say('pulls.unknown', { number: String(number) }))
      return { ...place, pull }
    },
    /** Returns the failed checks of a pull request, with the ends of their logs. */
    failures: (
      place: RemoteName,
      pull: Pick<PullRequest, 'checks'>,
      signal: AbortSignal,
    ): Promise<readonly FailedCheck[]> => failedChecks(gh, place, pull, signal),
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

async function sectionsOf({ git }: Pick<PullsDeps, 'git'>, { folder, base }: PullPlace, signal: AbortSignal) {
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
