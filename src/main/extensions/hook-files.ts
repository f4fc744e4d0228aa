import { join } from 'node:path'
import { HookFile } from '#shared/hook/hook.ts'
import { tell } from '#shared/sentences.ts'
import type { ForeignForm } from './foreign/foreign-form.ts'
import { type Layer, readFolder, type SourceFolder } from './read-folder.ts'
import { readTextFile } from './text-file.ts'
import { parseToml } from './toml-file.ts'

/** A hook as its file describes it. */
export type HookEntry = {
  readonly id: string
  readonly source: 'user' | 'project'
  readonly file: string
  readonly hook: HookFile
  /** Present for a hook that was written for Claude Code: its event and pattern. */
  readonly form?: ForeignForm
}

const ENDING = '.toml'

/** The hooks of a folder: each is one TOML file. */
export function readHookFolder(folder: SourceFolder): Promise<Layer<HookEntry>> {
  const { source, path, within } = folder
  return readFolder(
    folder,
    ({ name }) =>
      name.endsWith(ENDING) && !name.startsWith('.')
        ? { id: name.slice(0, -ENDING.length), file: join(path, name) }
        : null,
    async ({ id, file }) => {
      const read = await readTextFile(file, { within, shown: `${id}${ENDING}` })
      if (read === null) return null
      if (!read.ok) return { why: tell(read.why) }
      return { item: { id, source, file, hook: await parseHook(id, read.text) } }
    },
  )
}

/** Parses a hook file. Throws an `AppError` with a sentence for its author. */
export function parseHook(id: string, text: string): Promise<HookFile> {
  return parseToml(HookFile, text, { name: `${id}${ENDING}`, noun: 'hook' })
}
