import type { CreatedIssue } from '#shared/changes/forge-acts.ts'
import type { ForgeIssue } from '#shared/changes/pulls.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { COMMIT_AGENT, type Drafts } from '../changes/drafts/draft-port.ts'
import type { Git } from '../git/start-git.ts'
import type { Forges } from './choose-forge.ts'
import { repositoryOf } from './pull-place.ts'
import type { RemoteName } from './remote-name.ts'

/** Turns of the chat that a draft is made of. */
const DRAFTED_TURNS = 5

type Deps = {
  readonly forges: Forges
  readonly git: Pick<Git, 'work'>
  readonly project: (id: ProjectId) => Promise<Project>
  readonly drafts: Pick<Drafts, 'write'>
  /** Returns the newest turns of a chat with their failed calls, without secrets. */
  readonly lastTurns: (id: SessionId, count: number) => Promise<string>
}

export type Issues = ReturnType<typeof createIssues>

/** Creates issues on the server of a project. A model drafts their text; the person decides what goes out. */
export function createIssues(deps: Deps) {
  const placeOf = async (id: ProjectId, signal: AbortSignal): Promise<RemoteName> =>
    repositoryOf(deps, await deps.project(id), signal)
  return {
    /** Returns where issues of a project go. Throws a sentence for what is missing. */
    place: async (id: ProjectId, signal: AbortSignal): Promise<RemoteName> => {
      const place = await placeOf(id, signal)
      await deps.forges.of(place.host, signal)
      return place
    },
    draft: async (
      {
        projectId,
        sessionId,
        title,
      }: { readonly projectId: ProjectId; readonly sessionId: SessionId; readonly title: string },
      signal: AbortSignal,
    ): Promise<Pick<ForgeIssue, 'title' | 'body'>> => {
      const wish = {
        agent: COMMIT_AGENT,
        projectId,
        ask: DRAFT,
        sections: async () =>
          [
            ['title-so-far', title],
            ['chat', await deps.lastTurns(sessionId, DRAFTED_TURNS)],
          ] as const,
      }
      const [first = '', ...rest] = (await deps.drafts.write(wish, signal)).split('\n')
      const drafted = first.replace(/^#+\s*/, '').trim()
      return { title: (title === '' ? drafted : title).slice(0, 250), body: rest.join('\n').trim() }
    },
    create: async (
      projectId: ProjectId,
      issue: ForgeIssue,
      as: 'issue' | 'discussion',
      signal: AbortSignal,
    ): Promise<CreatedIssue> => {
      const place = await placeOf(projectId, signal)
      const forge = await deps.forges.of(place.host, signal)
      const url = await (as === 'issue'
        ? forge.createIssue(place, issue, signal)
        : forge.createDiscussion(place, issue, signal))
      return url === null ? { kind: 'none' } : { kind: as, url }
    },
  }
}

const DRAFT =
  'These are the newest turns of a chat about a project, with the calls that failed. Write an issue about the problem or the wish in them, for people who have not seen the chat: the title on the first line (keep the given one), then an empty line, then the description in Markdown: what happens or is wished for, how to see it, what was expected, and the words of errors. State only what the chat says. Leave out paths of the home folder, names of people and secrets.'
