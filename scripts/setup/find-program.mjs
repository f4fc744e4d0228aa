import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/**
 * Where a program is on PATH, or null.
 * @param {string} name
 * @returns {Promise<string | null>}
 */
export async function findProgram(name, path = process.env.PATH ?? '') {
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`] : [name]
  for (const folder of path.split(delimiter).filter(Boolean)) {
    for (const candidate of names.map((each) => join(folder, each))) {
      if (await isExecutable(candidate)) return candidate
    }
  }
  return null
}

/** @param {string} file */
export async function isExecutable(file) {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}
