import { HookFile } from '#shared/hook/hook.ts'
import type { ForeignForm } from './foreign/foreign-form.ts'
import type { Layer, SourceFolder } from './read-folder.ts'
import { parseToml } from './toml-file.ts'
import { readTomlFolder } from './toml-folder.ts'

/** A hook as its file describes it. */
export type HookEntry = {
  readonly id: string
  readonly source: 'managed' | 'user' | 'project' | 'plugin'
  /** The plugin that brings it. */
  readonly plugin?: string
  readonly file: string
  readonly hook: HookFile
  /** Present for a hook that was written for Claude Code: its event and pattern. */
  readonly form?: ForeignForm
  /** Further variables of its program. */
  readonly environment?: Readonly<Record<string, string>>
}

const ENDING = '.toml'

/** The hooks of a folder: each is one TOML file. */
export function readHookFolder(folder: SourceFolder): Promise<Layer<HookEntry>> {
  return readTomlFolder(folder, async ({ id, file }, text) => ({
    id,
    source: folder.source,
    file,
    hook: await parseHook(id, text),
  }))
}

/** Parses a hook file. Throws an `AppError` with a sentence for its author. */
export function parseHook(id: string, text: string): Promise<HookFile> {
  return parseToml(HookFile, text, { name: `${id}${ENDING}`, noun: 'hook' })
}
