import type { Permission } from '#shared/permission/rule.ts'
import type { ToolAct } from '../tool.ts'
import { isOutside } from './extra-folders.ts'
import { ANY_NAME } from './named-paths.ts'

/** A place as rules know it. */
export type CheckedPath = { readonly shown: string; readonly outside: boolean }

/** The filter for places that a call encounters beyond its checked target. */
export type ReadFilter = {
  /** True when rules let what is in the file be read without a question. */
  readonly mayRead: (place: CheckedPath) => boolean
  /** False only in a folder that the rules close as a whole: elsewhere a name is no secret. */
  readonly mayName: (place: CheckedPath) => boolean
}

/**
 * The sight of one call, over what the rules say about reading a place. `folders` are the extra folders of the chat.
 * Answers are kept for its length.
 */
export function createReadFilter(
  judgeRead: (act: ToolAct) => Permission,
  folders: readonly string[] | undefined = [],
): ReadFilter {
  const known = new Map<string, boolean>()

  const mayRead = ({ shown, outside: isBeyond }: CheckedPath): boolean => {
    const before = known.get(shown)
    if (before !== undefined) return before
    const outside = isOutside(shown, isBeyond, folders)
    const verdict = judgeRead({ access: 'read', target: shown, outside, proposedRule: null })
    // Outside, the call as a whole has been asked about; what only asks again there was answered with it.
    const may = verdict === 'allow' || (outside && verdict === 'ask')
    known.set(shown, may)
    return may
  }

  const isClosed = (folder: string, outside: boolean): boolean =>
    (folder !== '' && !mayRead({ shown: folder, outside })) ||
    !mayRead({ shown: folder === '' ? ANY_NAME : `${folder}/${ANY_NAME}`, outside })

  const mayName = (place: CheckedPath): boolean =>
    mayRead(place) || !foldersAbove(place.shown).some((folder) => isClosed(folder, place.outside))

  return { mayRead, mayName }
}

function foldersAbove(shown: string): string[] {
  const segments = shown.split('/')
  return segments.map((_, depth) => segments.slice(0, depth).join('/'))
}
