import { createHash } from 'node:crypto'
import { FileId } from '#shared/checkpoint/checkpoint.ts'

/** Returns the id of a file for windows. */
export function fileIdOf(path: string): FileId {
  return FileId.parse(`fil_${createHash('sha256').update(path).digest('hex').slice(0, 24)}`)
}
