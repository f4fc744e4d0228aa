import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProjectConfig } from '#shared/config/config.ts'
import { AppError, type AppErrorData } from '#shared/errors.ts'
import { keepNewest } from '#shared/keep-newest.ts'
import { type Sentence, say } from '#shared/sentences.ts'
import { createBriefCache } from '../../lib/brief-cache.ts'
import { isErrno } from '../../lib/errno.ts'
import { writeFileAtomic } from '../../lib/files/atomic-file.ts'
import { fingerprint } from '../../lib/fingerprint.ts'
import type { Logger } from '../../lib/logger.ts'
import {
  FOLDER_FILES,
  type FolderFile,
  mergeFolder,
  parseFolderFile,
  readFolderFile,
} from '../project-config.ts'

/** The settings of one file of a folder that count now. */
export type FolderFileRead = {
  readonly config: ProjectConfig | null
  /** The error of the file; null for none. */
  readonly problem: AppErrorData | null
  /**
   * The text that the settings come from: the file, or its last good copy. `unknown` is an error in a file of which no good
   * copy exists: its restrictions are unknown.
   */
  readonly from: 'file' | 'lastGood' | 'unknown'
}

/** Both settings files of a folder, as they were at one moment. */
export type FolderReading = Readonly<Record<FolderFile, FolderFileRead>>

type Deps = {
  /** The folder of the copies. */
  readonly copies: string
  readonly now: () => number
  readonly logger: Logger
}

/** Maximum remembered files. */
const KEPT = 256

/** Lifetime of a reading for those who need not see a change at once, in milliseconds. */
const HOLDS_MS = 1_000

/**
 * Creates the reader of the settings files of folders. It stores a copy of each good file, so that an error in the file
 * takes no restriction away, also after a restart. All who ask share the readings of a folder: a turn that reads them at its
 * start gives everybody who asks afterwards what it saw.
 */
export function createFolderFiles({ copies, logger, now }: Deps) {
  // The texts of the copies; null for none.
  const known = new Map<string, string | null>()
  const keep = async (copy: string, text: string | null): Promise<void> => {
    if (known.get(copy) === text) return
    keepNewest(known, copy, text, KEPT)
    try {
      if (text === null) await rm(copy, { force: true })
      else if (text !== (await textOf(copy))) {
        await mkdir(copies, { recursive: true, mode: 0o700 })
        await writeFileAtomic(copy, text, { mode: 0o600 })
      }
    } catch (error) {
      logger.error('No copy of the settings of a project could be stored', error)
    }
  }
  const lastGood = async (copy: string, which: FolderFile): Promise<ProjectConfig | null> => {
    try {
      const text = known.get(copy) ?? (await textOf(copy))
      return text === null ? null : parseFolderFile(which, text)
    } catch (error) {
      if (!(error instanceof AppError) && !isErrno(error)) throw error
      logger.warn('The copy of the settings of a project cannot be used', { why: error.message })
      return null
    }
  }
  const load = async (root: string, which: FolderFile): Promise<FolderFileRead> => {
    const copy = join(copies, `${fingerprint(root)}.${which}.toml`)
    const { text, config, problem } = await readFolderFile(root, which)
    if (problem === null) {
      await keep(copy, text)
      return { config, problem, from: 'file' }
    }
    logger.warn('The settings of a project cannot be used', { why: problem.message })
    const last = await lastGood(copy, which)
    return { config: last, problem, from: last === null ? 'unknown' : 'lastGood' }
  }
  const ask = async (root: string): Promise<FolderReading> => {
    const [project, local] = await Promise.all([load(root, 'project'), load(root, 'local')])
    return { project, local }
  }
  return createBriefCache({ now, holdsMs: HOLDS_MS, ask })
}

export type FolderFiles = ReturnType<typeof createFolderFiles>

/** Merges what counts of the files of a folder. */
export const mergedReading = ({ project, local }: FolderReading): ProjectConfig | null =>
  mergeFolder(project.config, local.config)

/** Returns what an error in a settings file of a folder means for agents; nothing for a file without an error. */
export function brokenFileSaid(
  which: FolderFile,
  { problem, from }: Pick<FolderFileRead, 'problem' | 'from'>,
): readonly Sentence[] {
  if (problem === null) return []
  const file = FOLDER_FILES[which]
  return [
    ...(problem.said ?? []),
    from === 'lastGood' ? say('setting.folderKept', { file }) : say('setting.folderAsks', { file }),
  ]
}

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null
    throw error
  }
}
