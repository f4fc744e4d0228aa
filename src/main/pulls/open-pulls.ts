import type { PlacedPull, PullRequest, PullState } from '#shared/changes/pulls.ts'
import { AppError } from '#shared/errors.ts'
import type { ChangePlaceId, ProjectId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { say } from '#shared/sentences.ts'
import { diffOf } from '../changes/drafts/commit-sections.ts'
import { COMMIT_AGENT, type Drafts } from '../changes/drafts/draft-port.ts'
import type { Git } from '../git/start-git.ts'
import { ASK_LIMIT_MS } from './ask-cli.ts'
import type { Forges } from './choose-forge.ts'
import type { FailedCheck, NewPullRequest, PullMerge } from './forge.ts'
import { type PullPlace, placeOf, repositoryOf } from './pull-place.ts'
import type { RemoteName } from './remote-name.ts'

export type PullsDeps = {
  readonly forges: Forges
  readonly git: Pick<Git, 'work'>
  /** Returns the project of a place, with the folder of the place. */
  readonly project: (id: ChangePlaceId) => Promise<Project>
  readonly drafts: Pick<Drafts, 'write'>
}

export type Pulls = ReturnType<typeof openPulls>

/**
 * Opens pull requests on GitHub and GitLab, through the programs `gh` and `glab` and their own sign-ins. They run only
 * for projects that the person trusts and only when asked. They start outside the repository, which is named to them, so
 * that nothing in there matters.
 */
export function openPulls(deps: PullsDeps) {
  const { forges } = deps
  const at = async (id: ChangePlaceId, signal: AbortSignal): Promise<PullPlace> =>
    placeOf(deps, await deps.project(id), signal)
  return {
    get: async (id: ChangePlaceId, signal: AbortSignal): Promise<PullState> => {
      const place = await at(id, signal)
      const forge = await forges.of(place.host, signal)
      const { repository, branch, base, isPushed } = place
      const pull = await forge.find(place, branch, signal)
      return { repository, branch, base, isPushed, methods: forge.methods, pull }
    },
    /** Reads a pull request of a project by its number. Throws a sentence where there is none. */
    find: async (id: ProjectId, number: number, signal: AbortSignal): Promise<PlacedPull> => {
      const place = await repositoryOf(deps, await deps.project(id), signal)
      const pull = await (await forges.of(place.host, signal)).find(place, number, signal)
      if (pull === null) throw AppError.saying('other', say('pulls.unknown', { number: String(number) }))
      return { ...place, pull }
    },
    /** Returns the failed checks of a pull request, with the ends of their logs. */
    failures: async (
      place: RemoteName,
      pull: Pick<PullRequest, 'checks'>,
      signal: AbortSignal,
    ): Promise<readonly FailedCheck[]> => (await forges.of(place.host, signal)).failures(place, pull, signal),
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
      texts: Pick<NewPullRequest, 'title' | 'body' | 'isDraft'>,
      signal: AbortSignal,
    ): Promise<void> => {
      const place = await at(id, signal)
      const { branch, base } = place
      if (!place.isPushed) throw AppError.saying('other', say('pulls.notPushed', { branch }))
      await (await forges.of(place.host, signal)).create(place, { ...texts, base, head: branch }, signal)
    },
    merge: async (id: ChangePlaceId, merge: PullMerge, signal: AbortSignal): Promise<void> => {
      const place = await at(id, signal)
      await (await forges.of(place.host, signal)).merge(place, merge, signal)
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
