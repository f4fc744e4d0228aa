import { createDrawnChats } from '../chats/drawn-chats.ts'
import { createSentTexts } from '../chats/sent-texts.ts'
import { storeWhereRoom } from '../database/store-where-room.ts'
import { createCheckpointHandlers } from '../handlers/checkpoint-handlers.ts'
import { createContextHandlers } from '../handlers/context-handlers.ts'
import { createSearchHandlers } from '../handlers/search-handlers.ts'
import { createSessionFileHandlers } from '../handlers/session-file-handlers.ts'
import { createSessionHandlers } from '../handlers/session-handlers.ts'
import { createMovesWithFiles } from '../runs/history/moves-with-files.ts'
import { createRequestCopies } from '../turn-setup/requests/request-copies.ts'
import { createChatModel } from '../turn-setup/settings/chat-model.ts'
import { createPaceOfChat } from '../usage/pace-of-chat.ts'
import { connectedCommands } from './chat-commands.ts'
import type { InWindow } from './in-window.ts'
import type { Rooms } from './open-rooms.ts'
import { sideQueriesIn } from './side-queries-in.ts'

/** Answers calls about chats: their messages, the requests to a model, and their files. */
export function chatHandlers({ deps, rooms, signal }: InWindow) {
  const { shell, redactor, logger } = deps
  const { delivery, drafts, draftPictures, grants, listings, projects, runtime, settings, storage, vault } =
    rooms
  const moves = createMovesWithFiles({
    newId: rooms.newId,
    checkpoints: rooms.checkpoints,
    drafts: rooms.drafts,
    branches: runtime.branches,
    log: runtime.log,
    signal,
  })
  return {
    ...createCheckpointHandlers({
      checkpoints: rooms.checkpoints,
      sessions: runtime.sessions,
      moves,
      signal,
    }),
    ...createSearchHandlers({ search: storage.search, index: storage.index, signal }),
    ...createSessionFileHandlers({
      shell,
      listings,
      projects,
      signal,
      forkSession: runtime.forkSession,
      deviceId: runtime.deviceId,
      sessions: runtime.sessions,
      exporting: rooms.sessionFiles.exporting,
      exportMany: rooms.sessionFiles.exportMany,
      importing: rooms.sessionFiles.importing,
      bin: rooms.sessionFiles.bin,
      permissionMode: () => settings.current().permissionMode,
    }),
    ...createContextHandlers({
      shell,
      signal,
      config: rooms.config,
      sessions: runtime.sessions,
      notes: runtime.notes,
      reports: runtime.reports,
      instructions: runtime.instructions,
      copies: createRequestCopies({ reports: runtime.reports, vault, redactor }),
      acquaint: vault.acquaint,
    }),
    ...createSessionHandlers({
      delivery,
      listings,
      grants,
      drafts,
      draftPictures,
      projects,
      moves,
      signal,
      branches: runtime.branches,
      sessions: runtime.sessions,
      lane: runtime.lane,
      answers: runtime.answers,
      compaction: runtime.compaction,
      snips: runtime.snips,
      heldAt: runtime.heldAt,
      planRuns: runtime.planRuns,
      queue: runtime.queue,
      meter: runtime.meter,
      children: rooms.agents.children,
      switchAgent: rooms.agents.switchAgent,
      contexts: rooms.agents.contexts,
      modelOfNewChat: modelOfNewChat(rooms),
      pace: createPaceOfChat({ folds: storage.store.folds, reader: storage.reader }),
      sentTexts: createSentTexts({
        chatsOf: (projectId, limit) => listings.ofProject(projectId, limit).sessions,
        messagesOf: (id, limit) => storage.reader.newestOfKinds(id, ['message'], limit),
      }),
      recap: sideQueriesIn(rooms).recap,
      reader: storage.reader,
      blobs: storage.blobs,
      // To read a chat needs no room on the disk: what is noted about that may be missing.
      opened: (sessionId) =>
        storeWhereRoom(logger, [
          () => settings.setLastSession(sessionId),
          () => rooms.unread.seen(sessionId),
        ]),
      seen: rooms.unread.seen,
      drawn: createDrawnChats(settings).report,
      commands: connectedCommands(rooms, signal),
      queueCommand: runtime.lane.queueCommand,
      folders: rooms.extraFolders,
    }),
  }
}

/** Chooses the model of a chat that has none yet. */
export const modelOfNewChat = ({ definitions, models, projects, runtime }: Rooms) =>
  createChatModel({
    agents: definitions.agents,
    catalog: models.catalog,
    projects,
    settings: runtime.projectSettings,
  })
