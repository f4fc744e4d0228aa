import type { Database } from 'better-sqlite3'
import type { AgentDefinition } from '#shared/agent/definition.ts'
import { AppError } from '#shared/errors.ts'
import type { ModelRef, ProjectId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { Agents } from '../../agents/definitions/agents.ts'
import type { Drafts } from '../../changes/drafts/draft-port.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Redactor } from '../../lib/redact.ts'
import type { Listings } from '../../log/listings/listings.ts'
import { createSideRequestWriter } from '../../log/model-requests.ts'
import type { Catalog } from '../../models/catalogue/catalog.ts'
import type { Projects } from '../../projects/registry.ts'
import type { Writer } from '../../runs/turns/request-once.ts'
import { createDefinitionDrafts, type DefinitionDrafts } from '../../turn-setup/drafts/definition-drafts.ts'
import { createDrafts } from '../../turn-setup/drafts/drafts.ts'
import { createFilledDrafts } from '../../turn-setup/drafts/filled-drafts.ts'
import { createChatModel, modelOfAgent } from '../../turn-setup/settings/chat-model.ts'
import type { ProjectSettings } from '../../turn-setup/settings/project-settings.ts'
import { checkScript } from '../../workflows/host/saved-workflows.ts'

type Deps = {
  readonly db: Database
  readonly agents: Pick<Agents, 'get' | 'list'>
  readonly catalog: Pick<Catalog, 'infoOf' | 'resolve' | 'forSmallJob' | 'named' | 'defaultRef'>
  readonly projects: Pick<Projects, 'folderOf'>
  readonly settings: Pick<ProjectSettings, 'model'>
  readonly redactor: Pick<Redactor, 'text'>
  readonly listings: Pick<Listings, 'logsOf'>
  readonly clock: Clock
  readonly newId: NewId
}

/** Opens the drafts of commit messages and pull requests. Their cost is stored with the project. */
export function openDrafts(deps: Deps): Drafts {
  const { agents, catalog, projects, settings } = deps
  const modelOf = createChatModel({ agents, catalog, projects, settings })
  return createDrafts({
    ...commonOf(deps),
    writerFor: async (agent, projectId) => {
      const [{ definition }, { model }] = await Promise.all([
        agents.get(projectId, agent),
        modelOf(projectId),
      ])
      return writerOf(catalog, catalog.forSmallJob(definition.model, model), definition)
    },
  })
}

/** Opens the drafts of agents and workflows. The model of a new chat writes them, unless their file names another. */
export function openDefinitionDrafts(deps: Deps, scriptGuide: string): DefinitionDrafts {
  const { agents, catalog, projects, settings } = deps
  const modelOf = createChatModel({ agents, catalog, projects, settings })
  const drafts = createFilledDrafts({
    ...commonOf(deps),
    writerFor: async (agent, projectId) => {
      const { definition } = await agents.get(projectId, agent)
      const usual = projectId === null ? catalog.defaultRef() : (await modelOf(projectId)).model
      return writerOf(catalog, modelOfAgent(catalog, definition, usual) ?? usual, definition)
    },
  })
  return createDefinitionDrafts({ drafts, agents: agents.list, check: checkScript, scriptGuide })
}

function commonOf({ db, listings, redactor, clock, newId }: Deps) {
  return {
    clock,
    redact: redactor.text,
    payerOf: (projectId: ProjectId) => listings.logsOf(projectId)[0] ?? null,
    newId: () => newId('event'),
    record: createSideRequestWriter(db),
  }
}

function writerOf(
  catalog: Deps['catalog'],
  ref: ModelRef,
  { persona }: Pick<AgentDefinition, 'persona'>,
): Writer {
  // The Practice model is no AI: it cannot draft.
  if (catalog.infoOf(ref)?.api === 'builtin') throw AppError.saying('other', say('changes.draftPractice'))
  return { ...catalog.resolve(ref, { onRetry: () => {} }), persona }
}
