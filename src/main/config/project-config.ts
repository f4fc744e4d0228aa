import { readFile } from 'node:fs/promises'
import { ProjectConfig } from '#shared/config/config.ts'
import { AppError, type AppErrorData } from '#shared/errors.ts'
import { parseConfig } from './config-text.ts'
import { projectPaths } from './paths.ts'

/** The settings a project carries. A file that cannot be used sets nothing, and `problem` says why. */
export async function loadProjectConfig(
  project: string,
): Promise<{ readonly config: ProjectConfig | null; readonly problem: AppErrorData | null }> {
  try {
    const text = await readFile(projectPaths(project).config, 'utf8')
    return { config: parseConfig(ProjectConfig, text, '.orrery/config.toml'), problem: null }
  } catch (error) {
    if (error instanceof AppError) return { config: null, problem: error.toData() }
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return { config: null, problem: null }
    const message = 'The settings of this project, .orrery/config.toml, cannot be read.'
    return { config: null, problem: new AppError('config.invalid', message).toData() }
  }
}
