import type { ChangePlaceId } from '#shared/ids.ts'
import type { Status } from '../parse-status.ts'
import type { Repository } from '../repository.ts'

/** The repository of a project and what git says about its files now. */
export type Ground = {
  readonly placeId: ChangePlaceId
  readonly repository: Repository
  readonly status: Status
}
