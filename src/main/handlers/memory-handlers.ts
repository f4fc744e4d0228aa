import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { MEMORY_CALLS } from '#shared/ipc/calls/memory-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { EmbeddingStanding } from '#shared/memory/embedding.ts'
import type { MemoryLook } from '#shared/memory/proposal.ts'
import type { MemoryInForce, RecallInForce } from '#shared/memory/recall-settings.ts'
import type { ShellPort } from '../app-port.ts'
import type { Config } from '../config/load-config.ts'
import { recallInForce } from '../config/recall-in-force.ts'
import { BY_PERSON, type Memory } from '../memory/memory.ts'
import type { NoteRows } from '../memory/note-rows.ts'
import type { MemoryPairing } from '../memory/pairs/pairs.ts'
import type { Proposals } from '../memory/proposals/proposals.ts'
import type { MemoryReading } from '../memory/reading.ts'
import type { MemorySearch } from '../memory/searching.ts'
import type { MemoryStores } from '../memory/stores/stores.ts'
import type { MemoryTransfer } from '../memory/transfer.ts'
import type { UseRows } from '../memory/use-rows.ts'
import type { Projects } from '../projects/registry.ts'
import type { ReadMeaning } from '../vectors/question-reader.ts'

type Rooms = {
  readonly memory: Memory
  /** Makes the values of the vault known to who refuses them. */
  readonly acquaint: (signal: AbortSignal) => Promise<void>
  readonly reading: MemoryReading
  readonly stores: MemoryStores
  readonly proposals: Pick<Proposals, 'list' | 'answer'>
  /** Looks over chats for what to remember. */
  readonly looks: {
    readonly begin: (sessionId: SessionId) => void
    readonly stop: (sessionId: SessionId) => void
    readonly list: () => readonly MemoryLook[]
  }
  readonly search: Pick<MemorySearch, 'meant' | 'typed'>
  readonly pairs: MemoryPairing
  readonly readMeaning: ReadMeaning
  readonly notes: NoteRows
  readonly uses: Pick<UseRows, 'setAlways' | 'addNotUseful'>
  readonly transfer: MemoryTransfer
  readonly shell: Pick<ShellPort, 'pickSaveFile' | 'pickFile'>
  readonly projects: Pick<Projects, 'get'>
  readonly config: Pick<Config, 'current' | 'setMemory' | 'setEmbeddings'>
  readonly embedding: {
    readonly standing: () => EmbeddingStanding
    /** Returns the embedding model; null for none. */
    readonly model: () => string | null
    readonly stop: () => void
    readonly goOn: () => void
  }
  readonly projectSettings: {
    /** Returns the recall settings of a folder from its current file. */
    readonly recall: (root: string) => Promise<RecallInForce>
  }
}

/** A slower search is useless during typing. */
const LIMIT_MS = 10_000

/** Creates the handlers for memory. */
export function createMemoryHandlers(rooms: Rooms): Pick<Handlers, keyof typeof MEMORY_CALLS> {
  const inForce = async (projectId: ProjectId | null): Promise<MemoryInForce> => {
    const { memory: mine } = rooms.config.current()
    const recall =
      projectId === null
        ? recallInForce(mine, undefined)
        : await rooms.projectSettings.recall((await rooms.projects.get(projectId)).path)
    return { ...recall, propose: mine?.propose ?? false }
  }
  const { memory, reading, search, transfer, uses } = rooms
  const acquaint = () => rooms.acquaint(AbortSignal.timeout(LIMIT_MS))
  return {
    'memory.list': ({ filter, ...place }) => reading.page(filter, place),
    'memory.search': ({ text, filter, ...place }) =>
      search.typed(text, filter, place, AbortSignal.timeout(LIMIT_MS)),
    'memory.notes': ({ text, ...place }) => rooms.notes.find(text, place),
    'memory.noteHistory': ({ sessionId, key }) => rooms.notes.history(sessionId, key),
    'memory.facets': () => reading.facets(),
    'memory.get': ({ id }) => reading.detail(id),
    'memory.set': async ({ id, scope, text }) => {
      await acquaint()
      if (id !== null) return memory.edit(id, text, BY_PERSON)
      if (scope.level === 'project') await rooms.projects.get(scope.id)
      return memory.save(scope, text, BY_PERSON)
    },
    'memory.bulk': async ({ ids, bulk }) => {
      if (bulk.act === 'tag') await acquaint()
      return memory.bulk(ids, bulk)
    },
    'memory.merge': async ({ ids, text }) => {
      await acquaint()
      return memory.merge(ids, text)
    },
    'memory.export': async ({ filter }, { windowId }) => {
      const path = await rooms.shell.pickSaveFile(windowId, 'memory.jsonl')
      return path === null ? null : transfer.write(filter, path)
    },
    'memory.import': async ({ scope }, { windowId }) => {
      if (scope.level === 'project') await rooms.projects.get(scope.id)
      const path = await rooms.shell.pickFile(windowId, ['jsonl'])
      if (path === null) return null
      await acquaint()
      return await transfer.read(path, scope)
    },
    'memory.undo': ({ changeId }) => memory.undo(changeId),
    'memory.restore': ({ id, version }) => memory.restore(id, version),
    'memory.forget': ({ ids }) => memory.forget(ids),
    'memory.store': async ({ projectId, command }) => {
      await acquaint()
      return rooms.stores.run((await rooms.projects.get(projectId)).id, command)
    },
    'memory.settings': ({ projectId }) => inForce(projectId),
    'memory.setSettings': async ({ changes, projectId }) => {
      await rooms.config.setMemory(changes)
      return inForce(projectId)
    },
    ...proposalHandlers(rooms),
    ...meaningHandlers(rooms),
    'memory.feedback': ({ id, projectId, say }) => {
      memory.get(id)
      if (say === 'not_useful') uses.addNotUseful(id, projectId)
      else uses.setAlways(id, projectId, say === 'always')
      return null
    },
  }
}

type ProposalCalls = 'memory.proposals' | 'memory.look' | 'memory.stopLook' | 'memory.answer'

/** Creates the handlers for proposals. */
function proposalHandlers({
  proposals,
  looks,
}: Pick<Rooms, 'proposals' | 'looks'>): Pick<Handlers, ProposalCalls> {
  return {
    'memory.proposals': async () => ({
      proposals: await proposals.list(AbortSignal.timeout(LIMIT_MS)),
      looks: looks.list(),
    }),
    'memory.look': ({ sessionId }) => {
      looks.begin(sessionId)
      return null
    },
    'memory.stopLook': ({ sessionId }) => {
      looks.stop(sessionId)
      return null
    },
    'memory.answer': (answer) => proposals.answer(answer, AbortSignal.timeout(LIMIT_MS)),
  }
}

type MeaningRooms = Pick<Rooms, 'pairs' | 'search' | 'readMeaning' | 'embedding' | 'config'>
type MeaningCalls =
  | 'memory.pairs'
  | 'memory.bothHold'
  | 'memory.meant'
  | 'memory.embedding'
  | 'memory.setEmbedding'
  | 'memory.embed'

/** Creates the handlers for semantic search and its model. */
function meaningHandlers({
  pairs,
  search,
  readMeaning,
  embedding,
  config,
}: MeaningRooms): Pick<Handlers, MeaningCalls> {
  return {
    'memory.pairs': ({ about }) =>
      pairs.find({ about, model: embedding.model() }, AbortSignal.timeout(LIMIT_MS)),
    'memory.bothHold': ({ one, other, hold }) => {
      pairs.hold(one, other, hold)
      return null
    },
    'memory.meant': async ({ text, filter }) => {
      const limit = AbortSignal.timeout(LIMIT_MS)
      const { near } = await readMeaning(text, limit)
      return near === null ? [] : search.meant(near, filter, limit)
    },
    'memory.embedding': () => embedding.standing(),
    'memory.setEmbedding': async ({ choice }) => {
      await config.setEmbeddings(choice)
      embedding.goOn()
      return embedding.standing()
    },
    'memory.embed': ({ act }) => {
      if (act === 'stop') embedding.stop()
      else embedding.goOn()
      return embedding.standing()
    },
  }
}
