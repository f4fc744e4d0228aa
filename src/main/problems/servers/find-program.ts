import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { isErrno } from '../../lib/errno.ts'

type Place = {
  readonly root: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
}

/** The endings of programs on Windows. */
const WINDOWS = ['.exe', '.cmd', '.bat'] as const

/**
 * Finds the program of a command: one with a slash in the folder of the project, any other on the search path. Null for
 * a missing one.
 */
export async function findProgram(
  command: string,
  { root, environment, platform }: Place,
): Promise<string | null> {
  const endings = platform === 'win32' ? ['', ...WINDOWS] : ['']
  const search = environment['PATH'] ?? environment['Path'] ?? ''
  const folders = /[\\/]/.test(command) ? [root] : search.split(delimiter).filter(isAbsolute)
  for (const folder of folders) {
    for (const ending of endings) {
      const file = isAbsolute(command) ? command + ending : join(resolve(folder), command + ending)
      if (await isProgram(file)) return file
    }
  }
  return null
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    return true
  } catch (error) {
    if (isErrno(error)) return false
    throw error
  }
}
