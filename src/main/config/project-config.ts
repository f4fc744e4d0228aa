import { readFile } from 'node:fs/promises'
import { LocalConfig, ProjectConfig } from '#shared/config/config.ts'
import { AppError, type AppErrorData } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../lib/errno.ts'
import { parseConfig } from './config-text.ts'
import { overlay } from './layers/overlay.ts'
import { projectPaths } from './paths.ts'
import { stricterSandbox } from './stricter-sandbox.ts'

/** The settings files of a folder, from the lowest layer up. */
export const FOLDER_FILES = { project: '.orrery/config.toml', local: '.orrery/config.local.toml' } as const

export type FolderFile = keyof typeof FOLDER_FILES

/** The settings of one file of a folder. A file with an error sets nothing, and `problem` gives the reason. */
export async function loadProjectConfig(
  project: string,
  which: FolderFile = 'project',
): Promise<{ readonly config: ProjectConfig | null; readonly problem: AppErrorData | null }> {
  const { config, localConfig } = projectPaths(project)
  const name = FOLDER_FILES[which]
  try {
    const text = await readFile(which === 'project' ? config : localConfig, 'utf8')
    const parsed =
      which === 'project' ? parseConfig(ProjectConfig, text, name) : parseConfig(LocalConfig, text, name)
    return { config: parsed, problem: null }
  } catch (error) {
    if (error instanceof AppError) return { config: null, problem: error.toData() }
    if (!isErrno(error)) throw error
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return { config: null, problem: null }
    const said = say('setting.unreadable', { file: name, code: error.code })
    return { config: null, problem: AppError.saying('config.invalid', said).toData() }
  }
}

/** Puts the local file of a folder over the shared one. What the shared one restricts in the sandbox stays restricted. */
export function mergeFolder(shared: ProjectConfig | null, local: ProjectConfig | null): ProjectConfig | null {
  if (shared === null || local === null) return shared ?? local
  const merged = overlay(shared, local)
  const sandbox =
    shared.sandbox === undefined ? local.sandbox : stricterSandbox(shared.sandbox, local.sandbox)
  return sandbox === undefined ? merged : { ...merged, sandbox }
}

/** Reads both settings files of a folder and merges them. `problem` is that of the first file that cannot be used. */
export async function loadFolderConfig(root: string): ReturnType<typeof loadProjectConfig> {
  const [project, local] = await Promise.all([
    loadProjectConfig(root, 'project'),
    loadProjectConfig(root, 'local'),
  ])
  return { config: mergeFolder(project.config, local.config), problem: project.problem ?? local.problem }
}
