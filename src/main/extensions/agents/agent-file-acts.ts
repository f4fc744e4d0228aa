import { agentNameProblem } from '#shared/agent/agent-name.ts'
import type { AgentDetail, AgentList } from '#shared/agent/definition.ts'
import { AppError } from '#shared/errors.ts'
import type { AgentId, ProjectId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import { withoutName } from '../without-name.ts'
import { deleteAgentFile, putBackAgentFile } from './delete-agent-file.ts'
import { type AgentDraft, type AgentPlace, readAgentFile, writeAgentFile } from './write-agent-file.ts'

/** The file of an agent: whose it is, and how it is named. */
export type AgentAt = Pick<AgentDraft, 'source' | 'id'> & { readonly projectId: ProjectId | null }

type Deps = {
  /** The agents in effect in a project, and the files with errors. */
  readonly agents: {
    readonly list: (projectId: ProjectId | null) => Promise<AgentList>
    readonly detail: (projectId: ProjectId | null, id: AgentId) => Promise<AgentDetail>
  }
  readonly placeOf: (at: AgentAt) => Promise<AgentPlace>
  /** The same to change something there. Throws an `AppError` where the person trusts nothing. */
  readonly placeToChange: (at: AgentAt) => Promise<AgentPlace>
  readonly changed: (at: AgentAt) => Promise<void>
}

/** The start of a new agent: a copy of another, or its whole text. */
type Beginning = { readonly copyOf: AgentId } | { readonly text: string }

/** Creates the person's actions on agent files. */
export function createAgentFileActs({ agents, placeOf, placeToChange, changed }: Deps) {
  /** Contents of deleted files, kept until the app exits. */
  const deleted = new Map<string, Uint8Array>()
  const keyOf = ({ folder }: AgentPlace, id: string) => `${folder}\n${id}`

  const change = async (at: AgentAt, act: (place: AgentPlace) => Promise<void>): Promise<void> => {
    await act(await placeToChange(at))
    await changed(at)
  }
  const isTaken = async ({ projectId, id }: AgentAt): Promise<boolean> => {
    const known = await agents.list(projectId)
    return known.agents.some((each) => each.id === id) || known.problems.some((each) => each.id === id)
  }

  return {
    read: async (at: AgentAt): Promise<string> => readAgentFile(await placeOf(at), at.id),
    save: (at: AgentAt, { text, before }: Pick<AgentDraft, 'text' | 'before'>): Promise<void> =>
      change(at, (place) => writeAgentFile(place, { source: at.source, id: at.id, text, before })),
    /** Makes the file of an agent of which there was none. Throws an `AppError` when its name is taken, or is none. */
    create: async (at: AgentAt, beginning: Beginning): Promise<void> => {
      const { projectId, source, id } = at
      const problem = agentNameProblem(id)
      if (problem !== null) throw AppError.saying('config.invalid', say(problem, { name: id }))
      if (await isTaken(at)) throw AppError.saying('config.invalid', say('agent.taken', { agent: id }))
      const text =
        'copyOf' in beginning
          ? withoutName((await agents.detail(projectId, beginning.copyOf)).text)
          : beginning.text
      await change(at, (place) => writeAgentFile(place, { source, id, text, before: null }))
    },
    delete: (at: AgentAt): Promise<void> =>
      change(at, async (place) => {
        deleted.set(keyOf(place, at.id), await deleteAgentFile(place, at.id))
      }),
    /** Puts back the file of this name that was deleted last. */
    restore: (at: AgentAt): Promise<void> =>
      change(at, async (place) => {
        const key = keyOf(place, at.id)
        const bytes = deleted.get(key)
        const file = `${at.id}.md`
        if (bytes === undefined) throw AppError.saying('config.invalid', say('source.gone', { file }))
        await putBackAgentFile(place, at.id, bytes)
        deleted.delete(key)
      }),
  }
}

export type AgentFileActs = ReturnType<typeof createAgentFileActs>
