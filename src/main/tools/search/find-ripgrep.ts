import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { isErrno } from '../../lib/errno.ts'
import type { RipgrepFacts } from './ripgrep-choice.ts'

export type FindRipgrepDeps = {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly preferSystem: boolean
}

/** Looks for the ripgrep that came with the app and for one on the search path. */
export async function findRipgrep({
  platform,
  environment,
  preferSystem,
}: FindRipgrepDeps): Promise<RipgrepFacts> {
  const bundled = await bundledPath()
  const exists = bundled !== null && (await isProgram(bundled))
  return {
    platform,
    preferSystem,
    embedded: null,
    bundled: bundled === null ? null : { path: bundled, exists },
    system: await onSearchPath(platform, environment),
  }
}

/** The package throws while it is loaded when there is none for this system. */
async function bundledPath(): Promise<string | null> {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    return rgPath.replace(/\bapp\.asar\b/, 'app.asar.unpacked')
  } catch (error) {
    if (error instanceof Error) return null
    throw error
  }
}

/** Only absolute folders count: a project must not be able to bring its own. */
async function onSearchPath(
  platform: NodeJS.Platform,
  environment: FindRipgrepDeps['environment'],
): Promise<string | null> {
  const name = platform === 'win32' ? 'rg.exe' : 'rg'
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter).filter(isAbsolute)
  for (const folder of folders) {
    const candidate = join(folder, name)
    if (await isProgram(candidate)) return candidate
  }
  return null
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    return true
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM')) return false
    throw error
  }
}
