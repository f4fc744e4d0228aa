import type { SeenFiles } from './seen-files.ts'

/** How a folder stood before a command. */
export type FolderBefore = {
  readonly root: string
  readonly files: SeenFiles
  /** What git has of them, by its name for it, and what was copied. */
  readonly clean: ReadonlyMap<string, string>
  readonly copies: ReadonlyMap<string, Buffer>
  /** The newest change there was. */
  readonly since: number
  readonly startedAt: number
}
