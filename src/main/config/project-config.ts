import { readFile } from 'node:fs/promises'
import { ProjectConfig } from '#shared/config/config.ts'
import { AppError, type AppErrorData } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../lib/errno.ts'
import { parseConfig } from './config-text.ts'
import { projectPaths } from './paths.ts'

const NAME = '.orrery/config.toml'

/** The settings a project carries. A file that cannot be used sets nothing, and `problem` says why. */
export async function loadProjectConfig(
  project: string,
): Promise<{ readonly config: ProjectConfig | null; readonly problem: AppErrorData | null }> {
  try {
    const text = await readFile(projectPaths(project).config, 'utf8')
    return { config: parseConfig(ProjectConfig, text, NAME), problem: null }
  } catch (error) {
    if (error instanceof AppError) return { config: null, problem: error.toData() }
    if (!isErrno(error)) throw error
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return { config: null, problem: null }
    const said = say('setting.unreadable', { file: NAME, code: error.code })
    return { config: null, problem: AppError.saying('config.invalid', said).toData() }
  }
}
