import type { AgentDefinition } from '#shared/agent/definition.ts'
import { AppError } from '#shared/errors.ts'
import type { AgentId, ModelRef, ProjectId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { Agents } from '../../agents/definitions/agents.ts'
import { CHAT_AGENT } from '../../agents/definitions/builtin.ts'
import type { Catalog } from '../../models/catalogue/catalog.ts'
import type { Projects } from '../../projects/registry.ts'
import type { ProjectSettings } from './project-settings.ts'

/** The model of a new chat. `before`: the one for agents that name none, where this agent names one. */
export type NewChatModel = { readonly model: ModelRef; readonly before: ModelRef | null }

type Deps = {
  readonly agents: Pick<Agents, 'get'>
  readonly catalog: Pick<Catalog, 'named' | 'defaultRef'>
  readonly projects: Pick<Projects, 'folderOf'>
  readonly settings: Pick<ProjectSettings, 'model'>
}

/** Finds the model of a chat that is about to begin. Throws an `AppError` when its agent names a missing model. */
export function createChatModel({ agents, catalog, projects, settings }: Deps) {
  return async (projectId: ProjectId, agentId: AgentId = CHAT_AGENT): Promise<NewChatModel> => {
    const { path } = await projects.folderOf(projectId)
    const [{ definition }, chosen] = await Promise.all([agents.get(projectId, agentId), settings.model(path)])
    const usual = chosen ?? catalog.defaultRef()
    const named = modelOfAgent(catalog, definition, usual)
    return named === null ? { model: usual, before: null } : { model: named, before: usual }
  }
}

/**
 * Finds the model that an agent's definition names, a role among those of the provider of `near`; null where it names
 * none. Throws where there is no such model.
 */
export function modelOfAgent(
  catalog: Pick<Catalog, 'named'>,
  { id, model }: Pick<AgentDefinition, 'id' | 'model'>,
  near: ModelRef,
): ModelRef | null {
  if (model === undefined) return null
  const found = catalog.named(model, near)
  if (found !== undefined) return found.ref
  throw AppError.saying('llm.not_found', say('script.noModelOfAgent', { agent: id, model }))
}
