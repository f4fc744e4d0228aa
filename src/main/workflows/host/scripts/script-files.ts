import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import path, { extname, join, type PlatformPath } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import { isErrno } from '../../../lib/errno.ts'

/** A file that looks like a script: its text and when it was last written, or why it cannot be read. */
export type ScriptFile = { readonly name: string } & (
  | { readonly text: string; readonly editedAt: number }
  | { readonly problem: AppError }
)

const ENDINGS = new Set(['.js', '.mjs'])

/** The scripts of a folder, by name. One that cannot be read says why and takes none of the others along. */
export async function scriptFilesIn(folder: string): Promise<ScriptFile[]> {
  const names = (await namesIn(folder)).filter((name) => ENDINGS.has(extname(name))).sort()
  return Promise.all(
    names.map(async (name) => {
      try {
        return { name, ...(await readContained(folder, name)) }
      } catch (error) {
        return { name, problem: unreadable(name, error) }
      }
    }),
  )
}

/** The script at `way` in the first of the folders that has it, and that folder. Nothing outside of them is read. */
export async function scriptInside(
  folders: readonly string[],
  way: string,
): Promise<Contained & { readonly folder: string }> {
  for (const folder of folders) {
    if (!ENDINGS.has(extname(way))) break
    try {
      return { ...(await readContained(folder, way)), folder }
    } catch (error) {
      if (!(error instanceof Outside || isErrno(error))) throw error
    }
  }
  throw AppError.saying('script.invalid', say('script.noFile', { path: way }))
}

/** Whether a place is the folder or inside it; both must be real paths. */
export function isInside(
  folder: string,
  place: string,
  { relative, isAbsolute, sep }: PlatformPath = path,
): boolean {
  const way = relative(folder, place)
  // On Windows the way to another drive is the whole path.
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** A link, or a path with dots in it, that leads out of the folder. */
class Outside extends Error {}

type Contained = { readonly text: string; readonly editedAt: number }

async function readContained(folder: string, way: string): Promise<Contained> {
  const real = await realpath(join(folder, way))
  if (!isInside(await realpath(folder), real)) throw new Outside()
  const found = await stat(real)
  if (!found.isFile()) throw AppError.saying('script.invalid', say('script.noScriptFile', { path: way }))
  if (found.size <= WORKFLOW_LIMITS.maxScriptChars * 4) {
    return { text: await readFile(real, 'utf8'), editedAt: Math.floor(found.mtimeMs) }
  }
  throw AppError.saying('script.invalid', say('script.tooLarge', { path: way }))
}

function unreadable(name: string, error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof Outside) {
    return AppError.saying('script.invalid', say('script.outside', { path: name }))
  }
  if (!isErrno(error)) throw error
  return AppError.saying('script.invalid', say('script.unreadable', { path: name, code: error.code }))
}

/** A folder that is not there holds no scripts. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isErrno(error)) return []
    throw error
  }
}
