import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/** The files of a project by their path with forward slashes. */
export type Files = Readonly<Record<string, string>>

/** Writes the files of a project, and makes their folders. */
export async function writeFiles(root: string, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
}

/** Puts these files in the place of all that a folder holds. */
export async function resetFiles(root: string, files: Files): Promise<void> {
  for (const name of await readdir(root)) await rm(join(root, name), { recursive: true, force: true })
  await writeFiles(root, files)
}

/** Reads all files of a project but those of git. */
export async function readFiles(root: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(root, path).replaceAll('\\', '/')
    if (entry.isFile() && !name.startsWith('.git/')) files[name] = await readFile(path, 'latin1')
  }
  return files
}

/** Whether two projects hold the same files. */
export function sameFiles(one: Files, other: Files): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
