import type { SeenFiles } from './seen-files.ts'

/** The state of a folder before a command. */
export type FolderBefore = {
  readonly root: string
  readonly files: SeenFiles
  /** Files unchanged in git, by object id, and the copied files. */
  readonly clean: ReadonlyMap<string, string>
  readonly copies: ReadonlyMap<string, Buffer>
  /** The newest change there was. */
  readonly since: number
  readonly startedAt: number
}
