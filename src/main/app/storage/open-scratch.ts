import type { SessionId } from '#shared/ids.ts'
import type { HomePaths } from '../../config/paths.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Scope } from '../../lib/scope.ts'
import { createScratchFolders } from '../../turn-setup/scratch-folders.ts'
import type { Storage } from './open-storage.ts'

type Deps = {
  readonly storage: Pick<Storage, 'store'>
  readonly paths: Pick<HomePaths, 'scratch'>
  readonly logger: Logger
  readonly scope: Scope
}

/** The folders that agents of one chat share. Those whose chats are gone are removed in the background. */
export function openScratch({ storage, paths, logger, scope }: Deps) {
  const isKept = (chatId: SessionId) => scope.signal.aborted || storage.store.folds(chatId).session !== null
  const scratch = createScratchFolders({ folder: paths.scratch, isKept, logger })
  scratch.tidy().catch((error: unknown) => logger.error('Scratch folders could not be looked through', error))
  return scratch
}
