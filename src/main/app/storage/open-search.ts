import { join } from 'node:path'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Bus } from '../../log/delivery/bus.ts'
import type { Disk } from '../../log/disk.ts'
import type { WatchThread } from '../../processes/threads.ts'
import { createChatSearch } from '../../search/chat-search.ts'
import { createIndexClient } from '../../search/index-client.ts'

type Deps = {
  readonly dataFolder: string
  readonly logFile: string
  readonly blobs: string
  readonly worker: URL
  readonly watch: WatchThread
  readonly bus: Pick<Bus, 'subscribe'>
  readonly whenStored: Disk['whenStored']
  readonly clock: Clock
  readonly logger: Logger
  readonly scope: Scope
}

/** Opens the search index, which follows all stored events. */
export function openSearch(deps: Deps) {
  const { dataFolder, logFile, blobs, worker, watch, bus, clock, logger, scope } = deps
  const birth = { file: join(dataFolder, 'index.db'), logFile, blobs }
  const index = createIndexClient({ worker, birth, clock, logger, watch })
  // It reads the database, so it closes before.
  scope.add(index.close)
  const search = createChatSearch({
    index,
    subscribe: (listener) =>
      bus.subscribe((sessionId, events) => {
        // It reads with a connection of its own.
        if (events.some((event) => event.tier === 'durable')) deps.whenStored(() => listener(sessionId))
      }),
  })
  scope.add(search.close)
  return { index, search }
}
