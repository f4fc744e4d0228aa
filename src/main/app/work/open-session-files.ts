import { AppError } from '#shared/errors.ts'
import type { AgentId, SessionId } from '#shared/ids.ts'
import { CHAT_AGENT } from '../../agents/definitions/builtin.ts'
import type { MainLocale } from '../../chats/main-locale.ts'
import type { Checkpoints } from '../../checkpoints/checkpoints.ts'
import type { DraftPictures } from '../../config/draft-pictures.ts'
import type { Drafts } from '../../config/drafts.ts'
import { createChatTexts } from '../../exports/chat-text.ts'
import { createExportMany } from '../../exports/export-many.ts'
import { createSessionExport } from '../../exports/export-session.ts'
import { createSessionImport } from '../../exports/import-session.ts'
import type { ImportLocation } from '../../exports/imported-session.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import { nextTurn } from '../../lib/next-turn.ts'
import type { Redactor } from '../../lib/redact.ts'
import { createRestingChats } from '../../log/listings/resting-chats.ts'
import { createPurge } from '../../log/purge.ts'
import type { Projects } from '../../projects/registry.ts'
import { chatsWith, createBin } from '../../runs/chats/bin.ts'
import { createSessionTtl } from '../../runs/chats/session-ttl.ts'
import type { Prepared, SessionPlace } from '../../runs/chats/sessions.ts'
import { titleOf } from '../../runs/chats/title.ts'
import type { ScratchFolders } from '../../turn-setup/scratch-folders.ts'
import type { Storage } from '../storage/open-storage.ts'
import type { OpenJobs } from '../tools/open-jobs.ts'
import type { Runtime } from './runtime/open-runtime.ts'

type Deps = {
  readonly storage: Storage
  readonly runtime: Pick<Runtime, 'sessions' | 'lane' | 'supervisor' | 'prepare' | 'projectSettings'>
  readonly projects: Pick<Projects, 'list'>
  readonly redactor: Redactor
  readonly clock: Clock
  readonly logger: Pick<Logger, 'error'>
  readonly newId: NewId
  readonly locale: () => MainLocale
  /** The home folder of the person. */
  readonly home: string
  readonly drafts: Pick<Drafts, 'set'>
  readonly draftPictures: Pick<DraftPictures, 'forget'>
  readonly checkpoints: Pick<Checkpoints, 'forgetGone'>
  readonly scratch: Pick<ScratchFolders, 'gone'>
  readonly jobs: Pick<OpenJobs, 'gone'>
}

/** Opens import, export, archiving and deletion of chats. */
export function openSessionFiles({ storage, runtime, redactor, clock, newId, locale, ...deps }: Deps) {
  const { db, store, reader, bus, blobs, search } = storage
  const { now } = clock
  const purge = createPurge({ db, store, blobs })
  const { sessions, lane, supervisor, prepare } = runtime
  const gone = (sessionId: SessionId) => {
    deps.drafts.set(sessionId, '')
    deps.draftPictures.forget(sessionId)
    search.gone(sessionId)
    deps.checkpoints.forgetGone()
    deps.scratch.gone(sessionId)
    deps.jobs.gone(sessionId)
  }
  const exporting = createSessionExport({ reader, folds: store.folds, blobs, redactor, locale, now })
  return {
    exporting,
    texts: createChatTexts({
      reader,
      folds: store.folds,
      redactor,
      locale,
      home: deps.home,
      pause: nextTurn,
    }),
    exportMany: createExportMany(exporting),
    importing: createSessionImport({
      newId,
      titleOf,
      publish: bus.publish,
      preview: store.preview,
      putBytes: blobs.putBytes,
      agentHere: agentHere(prepare),
      chatAgent: CHAT_AGENT,
      snapshot: async (place, agentId) => (await prepare(placeOf(place, agentId))).snapshot,
    }),
    ttl: createSessionTtl({
      projects: deps.projects.list,
      daysOf: async (root) => {
        await runtime.projectSettings.refresh(root)
        return runtime.projectSettings.runs(root).sessionTtl
      },
      resting: createRestingChats(db),
      busy: () => chatsWith({ log: store, unsettled: reader.unsettled }, () => true),
      sessions,
      now,
      after: clock.after,
      failed: (error) => deps.logger.error('Old chats could not be archived', error),
    }),
    bin: createBin({ log: store, unsettled: reader.unsettled, sessions, lane, supervisor, purge, now, gone }),
  }
}

type Prepare = (place: SessionPlace) => Promise<Prepared>

const placeOf = ({ projectId, cwd }: ImportLocation, agentId: AgentId): SessionPlace => ({
  kind: 'chat',
  agentId,
  projectId,
  cwd,
})

/** An agent that is not here, or not for chats, is stood in for by the one of new chats. */
function agentHere(prepare: Prepare) {
  return async (
    place: ImportLocation,
    agentId: AgentId,
  ): Promise<{ agentId: AgentId; personaHash: string }> => {
    try {
      return { agentId, personaHash: (await prepare(placeOf(place, agentId))).personaHash }
    } catch (error) {
      if (!(error instanceof AppError) || agentId === CHAT_AGENT) throw error
      return agentHere(prepare)(place, CHAT_AGENT)
    }
  }
}
