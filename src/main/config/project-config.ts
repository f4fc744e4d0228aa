import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { LocalConfig, ProjectConfig } from '#shared/config/config.ts'
import { AppError, type AppErrorData } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../lib/errno.ts'
import { overlay } from './layers/overlay.ts'
import { projectPaths } from './paths.ts'
import { stricterSandbox } from './stricter-sandbox.ts'
import { parseConfig } from './toml/config-text.ts'

/** The settings files of a folder, from the lowest layer up. */
export const FOLDER_FILES = { project: '.orrery/config.toml', local: '.orrery/config.local.toml' } as const

export type FolderFile = keyof typeof FOLDER_FILES

/** One settings file of a folder: its text, and its settings or its error. */
type ReadFolderFile = {
  /** Null where there is no file, and where it cannot be read. */
  readonly text: string | null
  readonly config: ProjectConfig | null
  readonly problem: AppErrorData | null
}

/** Reads one settings file of a folder. A file with an error sets nothing, and `problem` gives the reason. */
export async function readFolderFile(project: string, which: FolderFile): Promise<ReadFolderFile> {
  const { config, localConfig } = projectPaths(project)
  try {
    const text = await fileText(which === 'project' ? config : localConfig, FOLDER_FILES[which])
    return { text, config: parseFolderFile(which, text), problem: null }
  } catch (error) {
    if (error instanceof AppError) return { text: null, config: null, problem: error.toData() }
    if (!isErrno(error)) throw error
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      return { text: null, config: null, problem: null }
    const said = say('setting.unreadable', { file: FOLDER_FILES[which], code: error.code })
    return { text: null, config: null, problem: AppError.saying('config.invalid', said).toData() }
  }
}

/** More than a settings file holds, in bytes. */
const MOST_BYTES = 1024 * 1024

/** Reads a file that a project brings. What is no file, or too large, is an error, and nothing waits for a pipe. */
async function fileText(path: string, name: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const found = await file.stat()
    if (!found.isFile()) throw AppError.saying('config.invalid', say('setting.unusable', { file: name }))
    if (found.size > MOST_BYTES)
      throw AppError.saying('config.invalid', say('setting.tooLarge', { file: name }))
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

/** Parses the text of a settings file of a folder. Throws an `AppError` that names the place of an error. */
export function parseFolderFile(which: FolderFile, text: string): ProjectConfig {
  const name = FOLDER_FILES[which]
  return which === 'project' ? parseConfig(ProjectConfig, text, name) : parseConfig(LocalConfig, text, name)
}

/** Reads the shared settings file of a folder, for settings that an error in it switches off. */
export async function loadProjectConfig(project: string): Promise<Omit<ReadFolderFile, 'text'>> {
  const { config, problem } = await readFolderFile(project, 'project')
  return { config, problem }
}

/** Puts the local file of a folder over the shared one. What the shared one restricts in the sandbox stays restricted. */
export function mergeFolder(shared: ProjectConfig | null, local: ProjectConfig | null): ProjectConfig | null {
  if (shared === null || local === null) return shared ?? local
  const merged = overlay(shared, local)
  const sandbox =
    shared.sandbox === undefined ? local.sandbox : stricterSandbox(shared.sandbox, local.sandbox)
  return sandbox === undefined ? merged : { ...merged, sandbox }
}
