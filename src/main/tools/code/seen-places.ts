import { AppError } from '#shared/errors.ts'
import type { CodePlace } from '#shared/problems/code-question.ts'
import { hiddenFrom } from '../files/guarded-places.ts'
import { type Located, locatePath } from '../files/locate-path.ts'
import type { PathFlavour } from '../files/project-path.ts'
import { loadFile, standingAt } from '../files/stored-file.ts'
import { decodeText, detectEncoding } from '../files/text-encoding.ts'
import { createReadFilter } from '../permission/read-filter.ts'
import type { ToolContext } from '../tool.ts'
import { codeLines } from './symbol-place.ts'

/** A place that the agent may see. `text` is its line; null for a file outside the project. */
export type SeenPlace = { readonly shown: string; readonly text: string | null }

/** Larger files are not opened for a line of theirs, in bytes. */
const LARGEST_FILE = 2 * 1024 * 1024
const LONGEST_LINE = 200

/**
 * Judges the places that a server names, as the read tool would. A place in a file that rules close is null: not even
 * its name is shown, since the server may have read the file.
 */
export function createSeenPlaces(
  { root, judge }: Pick<ToolContext, 'root' | 'judge'>,
  flavour: PathFlavour,
  signal: AbortSignal,
) {
  const sight = createReadFilter(judge)
  const files = new Map<string, Promise<{ place: Located; lines: readonly string[] | null } | null>>()

  const look = async (path: string) => {
    const place = await locatePath(root, path, flavour).catch(nullOfRefusal)
    if (place === null || !sight.mayRead(place)) return null
    const isHidden = await hiddenFrom({ absolute: root, shown: '.', outside: false }, root, flavour)
    if (isHidden(place.absolute)) return null
    return { place, lines: place.outside ? null : await linesOf(place).catch(nullOfRefusal) }
  }

  return async ({ path, line }: CodePlace): Promise<SeenPlace | null> => {
    signal.throwIfAborted()
    const found = files.get(path) ?? look(path)
    files.set(path, found)
    const file = await found
    if (file === null) return null
    const text = file.lines?.[line - 1]?.trim().slice(0, LONGEST_LINE) ?? null
    return { shown: clean(file.place.shown), text }
  }
}

async function linesOf(place: Located): Promise<readonly string[] | null> {
  const standing = await standingAt(place)
  if (standing.kind !== 'file' || standing.size > LARGEST_FILE) return null
  const { bytes } = await loadFile(place, standing)
  const encoding = detectEncoding(bytes)
  return encoding === null ? null : codeLines(decodeText(bytes, encoding))
}

function nullOfRefusal(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

const clean = (path: string): string => path.replace(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}')
