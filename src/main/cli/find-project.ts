import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { Project } from '#shared/project/project.ts'
import type { Client } from './client.ts'
import type { Parsed, Scene } from './command.ts'
import { UsageError } from './usage-error.ts'

/** Returns the folder that a command is for, whole. Throws a `UsageError` for a path that is no folder. */
export async function folderOf(parsed: Parsed, { cwd }: Pick<Scene, 'cwd'>): Promise<string> {
  const named = parsed.text('project')
  const folder = named === null ? cwd : resolve(cwd, named)
  const found = await stat(folder).catch(() => null)
  if (found === null) throw new UsageError(`There is no folder ${folder}.`)
  if (!found.isDirectory()) throw new UsageError(`${folder} is a file, not a folder.`)
  return realpath(folder)
}

/** Returns the project of a folder; null where it is not in the list of projects. */
export async function projectAt(client: Client, folder: string): Promise<Project | null> {
  const projects = await client.call('project.list', {})
  return projects.find(({ path }) => path === folder) ?? null
}

/** Returns the project of a folder and adds the folder to the list of projects where needed. */
export async function ensureProject(client: Client, folder: string): Promise<Project> {
  const known = await projectAt(client, folder)
  if (known !== null) return known
  try {
    return await client.call('project.add', { path: folder })
  } catch (error) {
    // The same folder under another spelling.
    const again = error instanceof AppError && error.code === 'project.already_registered'
    const found = again ? await projectAt(client, folder) : null
    if (found === null) throw error
    return found
  }
}
