import type { MEMORY_CALLS } from '#shared/ipc/calls/memory-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import { BY_PERSON, type Memory } from '../memory/memory.ts'
import type { MemoryReading } from '../memory/reading.ts'
import type { UseRows } from '../memory/use-rows.ts'
import type { Projects } from '../projects/registry.ts'

type Rooms = {
  readonly memory: Memory
  readonly reading: MemoryReading
  readonly uses: Pick<UseRows, 'setAlways' | 'addNotUseful'>
  readonly projects: Pick<Projects, 'get'>
}

/** What windows ask about memory. */
export function createMemoryHandlers(rooms: Rooms): Pick<Handlers, keyof typeof MEMORY_CALLS> {
  const { memory, reading, uses } = rooms
  return {
    'memory.list': ({ filter, ...place }) => reading.page(filter, place),
    'memory.facets': () => reading.facets(),
    'memory.get': ({ id }) => reading.detail(id),
    'memory.set': async ({ id, scope, text }) => {
      if (id !== null) return memory.edit(id, text, BY_PERSON)
      if (scope.level === 'project') await rooms.projects.get(scope.id)
      return memory.save(scope, text, BY_PERSON)
    },
    'memory.bulk': ({ ids, bulk }) => memory.bulk(ids, bulk),
    'memory.merge': ({ ids, text }) => memory.merge(ids, text),
    'memory.undo': ({ changeId }) => memory.undo(changeId),
    'memory.restore': ({ id, version }) => memory.restore(id, version),
    'memory.forget': ({ ids }) => memory.forget(ids),
    'memory.feedback': ({ id, projectId, say }) => {
      memory.get(id)
      if (say === 'not_useful') uses.addNotUseful(id, projectId)
      else uses.setAlways(id, projectId, say === 'always')
      return null
    },
  }
}
