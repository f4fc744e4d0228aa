import { createRecap } from '../chats/recap-of-chat.ts'
import type { Rooms as AllRooms } from './open-rooms.ts'

type Rooms = Pick<AllRooms, 'storage' | 'sideQueries'>

/** Returns the dependencies of the calls about background questions. */
export function sideQueriesIn({ storage, sideQueries }: Rooms) {
  return { sideQueries, recap: createRecap({ folds: storage.store.folds, pathOf: storage.paths.of }) }
}
