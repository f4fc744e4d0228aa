import { AppError } from '#shared/errors.ts'
import type { ProjectId } from '#shared/ids.ts'
import { MEMORY_LIMITS, type MemoryItem, type MemoryScope } from '#shared/memory/memory.ts'
import {
  ARCHIVED_SUFFIX,
  ARCHIVED_TAG,
  type StoreAnswer,
  type StoreCommand,
  type StoreEntry,
  type StoreName,
} from '#shared/memory/store-command.ts'
import { say } from '#shared/sentences.ts'
import { BY_PERSON, type Memory } from '../memory.ts'
import type { StoreRows } from './store-rows.ts'

type Deps = {
  readonly memory: Pick<Memory, 'save' | 'byKey' | 'inScope' | 'retell'>
  readonly rows: StoreRows
  readonly now: () => number
}

/**
 * Creates the named stores of a project's memories, by the verbs of `/memory`. Entries are ordinary memories:
 * they are found, traced and recalled until their store is archived.
 */
export function createMemoryStores({ memory, rows, now }: Deps) {
  const there = (projectId: ProjectId, store: StoreName): void => {
    if (!rows.has(projectId, store))
      throw AppError.saying('memory.not_found', say('memory.noStore', { store }))
  }
  const free = (projectId: ProjectId, name: string): void => {
    if (rows.has(projectId, name))
      throw AppError.saying('memory.refused', say('memory.storeTaken', { store: name }))
  }
  const entriesOf = (projectId: ProjectId, store: StoreName): MemoryItem[] =>
    memory.inScope(scopeOf(projectId)).filter(({ key }) => key.startsWith(`${store}/`))

  const act = {
    list: (projectId: ProjectId): StoreAnswer => ({ verb: 'list', stores: rows.list(projectId) }),
    create: (projectId: ProjectId, { store }: Of<'create'>): StoreAnswer => {
      if (store.endsWith(ARCHIVED_SUFFIX)) throw archived(store)
      free(projectId, store)
      rows.add(projectId, store, now())
      return { verb: 'create', store }
    },
    store: (projectId: ProjectId, { store, key, value }: Of<'store'>): StoreAnswer => {
      there(projectId, store)
      if (store.endsWith(ARCHIVED_SUFFIX)) throw archived(store)
      const before = memory.byKey(scopeOf(projectId), `${store}/${key}`)
      const text = { key: `${store}/${key}`, content: value, tags: before?.tags ?? [store] }
      memory.save(scopeOf(projectId), text, BY_PERSON)
      return { verb: 'store', store, entry: entryAt(projectId, store, key) }
    },
    fetch: (projectId: ProjectId, { store, key }: Of<'fetch'>): StoreAnswer => {
      there(projectId, store)
      return { verb: 'fetch', store, entry: entryAt(projectId, store, key) }
    },
    entries: (projectId: ProjectId, { store }: Of<'entries'>): StoreAnswer => {
      there(projectId, store)
      const entries = entriesOf(projectId, store).map((item) => entryOf(store, item))
      return { verb: 'entries', store, entries }
    },
    archive: (projectId: ProjectId, { store }: Of<'archive'>): StoreAnswer => {
      there(projectId, store)
      if (store.endsWith(ARCHIVED_SUFFIX)) throw archived(store)
      const name = `${store}${ARCHIVED_SUFFIX}`
      free(projectId, name)
      const entries = entriesOf(projectId, store)
      rows.together(() => {
        rows.rename(projectId, store, name)
        memory.retell(entries.map((item) => putAway(item, store, name)))
      })
      return { verb: 'archive', store, name, entries: entries.length }
    },
  }

  const entryAt = (projectId: ProjectId, store: StoreName, key: string): StoreEntry => {
    const item = memory.byKey(scopeOf(projectId), `${store}/${key}`)
    if (item === null) throw AppError.saying('memory.not_found', say('memory.noEntry', { store, key }))
    return entryOf(store, item)
  }

  return {
    /** Does what the person typed behind `/memory` in a chat of this project. */
    run: (projectId: ProjectId, command: StoreCommand): StoreAnswer => {
      switch (command.verb) {
        case 'list':
          return act.list(projectId)
        case 'create':
          return act.create(projectId, command)
        case 'store':
          return act.store(projectId, command)
        case 'fetch':
          return act.fetch(projectId, command)
        case 'entries':
          return act.entries(projectId, command)
        case 'archive':
          return act.archive(projectId, command)
      }
    },
  }
}

export type MemoryStores = ReturnType<typeof createMemoryStores>

type Of<Verb extends StoreCommand['verb']> = Extract<StoreCommand, { readonly verb: Verb }>

const MOST_TAGS = MEMORY_LIMITS.tags

const scopeOf = (id: ProjectId): MemoryScope => ({ level: 'project', id })

function entryOf(store: string, { id, key, content }: MemoryItem): StoreEntry {
  return { id, key: key.slice(store.length + 1), content }
}

function archived(store: string): AppError {
  return AppError.saying('memory.refused', say('memory.storeArchived', { store }))
}

/** Returns an entry renamed for archiving, which excludes it from recall. */
function putAway({ id, key, content, tags }: MemoryItem, store: string, name: string) {
  const kept = tags.filter((tag) => tag !== store && tag !== ARCHIVED_TAG)
  const text = { key: `${name}/${key.slice(store.length + 1)}`, content }
  return { id, text: { ...text, tags: [...kept.slice(0, MOST_TAGS - 1), ARCHIVED_TAG] } }
}
