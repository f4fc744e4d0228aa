import { join } from 'node:path'
import { tell } from '#shared/sentences.ts'
import { type Layer, readFolder, type SourceFolder } from './read-folder.ts'
import { readTextFile } from './text-file.ts'

const ENDING = '.toml'

/** A TOML file of a folder. `name` is the name of the file, `id` the same without its ending. */
export type TomlEntry = { readonly id: string; readonly name: string; readonly file: string }

/** Reads a folder in which each TOML file is one item. `parse` throws an `AppError` for a faulty file. */
export function readTomlFolder<T>(
  folder: SourceFolder,
  parse: (entry: TomlEntry, text: string) => Promise<T>,
): Promise<Layer<T>> {
  const { path, within } = folder
  return readFolder(
    folder,
    ({ name }) =>
      name.endsWith(ENDING) && !name.startsWith('.')
        ? { id: name.slice(0, -ENDING.length), file: join(path, name) }
        : null,
    async ({ id, file }) => {
      const name = `${id}${ENDING}`
      const read = await readTextFile(file, { within, shown: name })
      if (read === null) return null
      return read.ok ? { item: await parse({ id, name, file }, read.text) } : { why: tell(read.why) }
    },
  )
}
