import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { OwnToolFile } from '#shared/tools/own-tool.ts'
import type { Layer, SourceFolder } from '../read-folder.ts'
import { parseToml } from '../toml-file.ts'
import { readTomlFolder } from '../toml-folder.ts'

/** A tool as its file describes it. */
export type OwnToolEntry = {
  readonly id: string
  readonly source: 'user' | 'project' | 'plugin'
  /** The plugin that brings it. */
  readonly plugin?: string
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

/** Reads the tools of a folder: each is one TOML file. */
export function readOwnTools(
  folder: SourceFolder,
  checkOf: () => Promise<SchemaCheck>,
): Promise<Layer<OwnToolEntry>> {
  return readTomlFolder(folder, async ({ id, name, file }, text) => {
    const tool = await parseToml(OwnToolFile, text, { name, noun: 'tool' })
    mustBeSchema(name, tool, await checkOf())
    return { id, source: folder.source, file, tool }
  })
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
