import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { say, tell } from '#shared/sentences.ts'
import { OwnToolFile } from '#shared/tools/own-tool.ts'
import { type Layer, readFolder, type SourceFolder } from '../read-folder.ts'
import { readTextFile } from '../text-file.ts'
import { parseToml } from '../toml-file.ts'

/** A tool as its file describes it. */
export type OwnToolEntry = {
  readonly id: string
  readonly source: 'user' | 'project'
  readonly file: string
  readonly tool: OwnToolFile
}

/** Compares arguments with a schema. The problems are those of the schema itself where it cannot be used. */
export type SchemaCheck = (
  schema: string,
  value: string,
) =>
  | { readonly fits: true }
  | { readonly fits: false; readonly problems: readonly string[]; readonly invalid: boolean }

const ENDING = '.toml'

/** Reads the tools of a folder: each is one TOML file. */
export function readOwnTools(
  folder: SourceFolder,
  checkOf: () => Promise<SchemaCheck>,
): Promise<Layer<OwnToolEntry>> {
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
      const tool = await parseToml(OwnToolFile, read.text, { name: `${id}${ENDING}`, noun: 'tool' })
      mustBeSchema(`${id}${ENDING}`, tool, await checkOf())
      return { item: { id, source, file, tool } }
    },
  )
}

/** Throws for a schema that describes no object, or that cannot be used. */
function mustBeSchema(file: string, { schema }: OwnToolFile, check: SchemaCheck): void {
  if (schema === undefined) return
  const verdict = check(JSON.stringify(schema), '{}')
  const problem =
    schema['type'] === 'object'
      ? verdict.fits || !verdict.invalid
        ? null
        : (verdict.problems[0] ?? '')
      : 'type must be "object".'
  if (problem !== null) throw AppError.saying('config.invalid', say('ownTool.schema', { file, problem }))
}
