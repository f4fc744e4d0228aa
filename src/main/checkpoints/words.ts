import type { CheckpointObstacle, CheckpointReason } from '#shared/checkpoint/checkpoint.ts'
import { isErrno } from '../lib/errno.ts'

const SENTENCES: Readonly<Record<CheckpointObstacle, string>> = {
  changed: '{path} has been changed since by someone else. Look at the difference before you overwrite it.',
  deleted: '{path} has been deleted since by someone else. Choose it if you want it back.',
  appeared: '{path} has been made since by someone else. Look at it before you overwrite it.',
  later: 'An agent has changed {path} again since. Undo the later changes too, or overwrite them.',
  between:
    'Someone else changed {path} between the changes of the agent. Going back over all of them would undo that too.',
  interrupted:
    'Orrery was closed while a command ran, and {path} was found changed at the next start. You may have changed it too: look at the difference before you overwrite it.',
  too_large: '{path} is too large by now for a copy to be kept, so it is left alone. Change it by hand.',
  not_kept: 'What {path} held was too large to be kept, so it cannot be put back.',
  not_seen:
    'A command changed {path}, and no copy of what it held had been kept, so it cannot be put back from here.',
  evicted: 'What {path} held is no longer kept: older copies are dropped to stay within the limit.',
  damaged: 'The copy of what {path} held cannot be read, so the file is left alone.',
  is_folder: 'There is a folder at {path} now. Move it away first.',
  is_link: '{path} is a link now and may lead elsewhere. Remove the link first.',
  is_special: 'There is no ordinary file at {path} now but a device, pipe or socket. It is left alone.',
  way_changed:
    'A folder on the way to {path} is missing its drive, or is a link or a file by now. Put it back first.',
  denied:
    '{path} was left as it is: you may not write to it. Its copy is kept. Allow writing to the file, then try again.',
  folder_denied:
    '{path} was left as it is: its folder takes no new files. Its copy is kept. Allow writing to the folder, then try again.',
  read_only:
    '{path} was left as it is: its disk is read-only. Its copy is kept. Make the disk writable, then try again.',
  busy: 'An agent is writing {path} at this moment. Try again when it is done.',
  disk_full: '{path} could not be changed: the disk is full. Free some space and try again.',
  failed: '{path} could not be changed. The log says why.',
}

/** The obstacle as a sentence a person can act on. */
export function reasonFor(obstacle: CheckpointObstacle, path: string): CheckpointReason {
  return { obstacle, message: SENTENCES[obstacle].replaceAll('{path}', () => path) }
}

/** Returns the obstacle for a file system error. Null for a bug. */
export function obstacleOf(error: unknown): CheckpointObstacle | null {
  if (isErrno(error, 'ENOSPC', 'EDQUOT', 'SQLITE_FULL')) return 'disk_full'
  if (isErrno(error, 'EROFS')) return 'read_only'
  if (isErrno(error, 'EACCES', 'EPERM')) return 'denied'
  if (isErrno(error, 'EISDIR')) return 'is_folder'
  if (isErrno(error, 'ENOTDIR', 'ELOOP', 'PATH_CHANGED')) return 'way_changed'
  if (error instanceof DOMException) return error.name === 'TimeoutError' ? 'busy' : null
  return isErrno(error) ? 'failed' : null
}
