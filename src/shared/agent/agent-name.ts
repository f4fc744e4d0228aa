import { FILE_NAME } from './definition.ts'

/** Names that Windows keeps for devices, whatever the ending. A project is shared, so they count on every system. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/** Why a new agent cannot be named so, as the name of a sentence; null when it can. */
export function agentNameProblem(name: string): 'source.badName' | 'source.reservedName' | null {
  if (!FILE_NAME.test(name) || name.length > 80) return 'source.badName'
  return RESERVED.test(name) ? 'source.reservedName' : null
}
