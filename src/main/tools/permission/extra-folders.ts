import type { ToolAct } from '../tool.ts'

/**
 * Returns the act as one inside the project where it reads or changes a file of an extra folder. A command is left as it
 * is: where it reaches is known from all its words.
 */
export function withinFolders(act: ToolAct, folders: readonly string[] = []): ToolAct {
  const isFile = act.access === 'read' || act.access === 'edit'
  return isFile && isOutside(act.target, act.outside, folders) !== act.outside
    ? { ...act, outside: false }
    : act
}

/** Whether a place outside the project is outside of the extra folders too. `shown` is absolute there, with `/`. */
export function isOutside(shown: string, outside: boolean, folders: readonly string[] = []): boolean {
  return outside && !folders.some((folder) => holds(folder.replaceAll('\\', '/'), shown))
}

/** Names are compared as they are written: both paths are without links, so that the system writes them alike. */
function holds(folder: string, shown: string): boolean {
  return shown === folder || shown.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}
