import type { Database } from 'better-sqlite3'
import type { UserConfig } from '#shared/config/config.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { type FolderFiles, mergedReading } from '../../config/layers/folder-files.ts'
import type { Moment } from '../../lib/brief-cache.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import { createEmbeddingWriter, createModelRequests } from '../../log/model-requests.ts'
import type { Catalog } from '../../models/catalogue/catalog.ts'
import { createSpendHolds } from '../../runs/limits/spend-holds.ts'
import type { PayerOf } from '../../runs/limits/spend-scopes.ts'
import { createPaidEmbeddings } from '../../usage/paid-embeddings.ts'
import { createProjectLimits } from '../../usage/project-limits.ts'
import { createSpending } from '../../usage/spending.ts'

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly newId: NewId
  readonly config: () => UserConfig
  readonly folderFiles: Pick<FolderFiles, 'moment' | 'since'>
  readonly modelOf: Catalog['infoOf']
  readonly projects: {
    readonly pathOf: (id: ProjectId) => string | null
    readonly nameOf: (id: ProjectId) => string | null
  }
  /** Returns the project of a session; null for none. */
  readonly projectOf: (sessionId: SessionId) => ProjectId | null
}

/** Opens the cost tracking of requests with the limits per day and month, over everything and over projects. */
export function openSpending({ db, clock, newId, config, folderFiles, modelOf, projects, projectOf }: Deps) {
  const requests = createModelRequests(db)
  const limits = createProjectLimits({
    config,
    pathOf: projects.pathOf,
    moment: folderFiles.moment,
    read: async (path, since) => mergedReading(await folderFiles.since(path, since)),
  })
  const spending = createSpending({ clock, config, modelOf, requests, ofProject: limits.of })
  const payerOf: PayerOf = (sessionId) => {
    const id = projectOf(sessionId)
    return id === null ? null : { id, name: projects.nameOf(id) ?? '' }
  }
  const holds = createSpendHolds({ spent: spending, payerOf, ready: limits.ready })
  return {
    requests,
    spending,
    payerOf,
    refreshLimits: (id: ProjectId): Promise<void> => limits.refresh(id),
    /** Takes the limits in the file of a session's project, read since a moment, so that its warnings come before the first request. */
    readLimits: async (sessionId: SessionId, since: Moment): Promise<void> => {
      const payer = payerOf(sessionId)
      if (payer !== null) await limits.refresh(payer.id, since)
    },
    holds,
    paying: createPaidEmbeddings({
      reserve: holds.reserve,
      record: createEmbeddingWriter(db),
      modelOf,
      newId,
      clock,
    }),
  }
}
