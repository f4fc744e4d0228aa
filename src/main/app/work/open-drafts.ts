import type { Database } from 'better-sqlite3'
import { AppError } from '#shared/errors.ts'
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
import { createChatModel } from '../../turn-setup/chat-model.ts'
import { createDrafts } from '../../turn-setup/drafts/drafts.ts'
import type { ProjectSettings } from '../../turn-setup/project-settings.ts'

type Deps = {
  readonly db: Database
  readonly agents: Pick<Agents, 'get'>
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
  const { agents, catalog, projects, settings, redactor, clock, newId } = deps
  const modelOf = createChatModel({ agents, catalog, projects, settings })
  return createDrafts({
    clock,
    redact: redactor.text,
    payerOf: (projectId) => deps.listings.logsOf(projectId)[0] ?? null,
    newId: () => newId('event'),
    record: createSideRequestWriter(deps.db),
    writerFor: async (agent, projectId) => {
      const [{ definition }, { model }] = await Promise.all([
        agents.get(projectId, agent),
        modelOf(projectId),
      ])
      const writer = catalog.forSmallJob(definition.model, model)
      // The Practice model is no AI: it cannot read a diff.
      if (catalog.infoOf(writer)?.api === 'builtin')
        throw AppError.saying('other', say('changes.draftPractice'))
      return { ...catalog.resolve(writer, { onRetry: () => {} }), persona: definition.persona }
    },
  })
}
