import { readdir, readFile, readlink } from 'node:fs/promises'
import { sep } from 'node:path'

/**
 * Returns the names of programs whose working folder is in a folder. Linux only; elsewhere the list is empty, and only
 * runs and background programs of the app keep a worktree.
 */
export async function processesInside(folder: string): Promise<string[]> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    ids.map(async (id) => {
      const cwd = await readlink(`/proc/${id}/cwd`).catch(() => null)
      if (cwd === null || (cwd !== folder && !cwd.startsWith(`${folder}${sep}`))) return []
      const name = await readFile(`/proc/${id}/comm`, 'utf8').catch(() => id)
      return [name.trim()]
    }),
  )
  return found.flat()
}
