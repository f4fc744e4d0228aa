import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { writeFileAtomic } from '../../../lib/files/atomic-file.ts'
import { parseScript } from '../../engine/parse-script.ts'
import { parsedOrThrow } from '../../engine/ready-script.ts'
import { isInside, scriptFilesIn } from './script-files.ts'

/** The script folder of a location. No file outside `root` is written; null is no bound. */
export type ScriptPlace = { readonly root: string | null; readonly folder: string }

export type ScriptDraft = {
  readonly script: string
  /** The current content of the script to be replaced; null for a new one. */
  readonly before: string | null
}

/**
 * Writes a script under the name it gives itself, as a whole or not at all: not when it could not be started, and not
 * over a file that holds something else by now than what the person means to replace. Answers with the name.
 */
export async function writeScript(place: ScriptPlace, { script, before }: ScriptDraft): Promise<string> {
  const { name } = parsedOrThrow(script, 'script.js').meta
  const found = await fileOf(place.folder, name)
  if ((found?.text ?? null) !== before) throw AppError.saying('script.invalid', differs(name, before))
  await mkdir(place.folder, { recursive: true })
  if (place.root !== null && !isInside(await realpath(place.root), await realpath(place.folder))) {
    throw AppError.saying('script.invalid', say('script.leadsOut', { name }))
  }
  await writeFileAtomic(join(place.folder, found?.name ?? `${name}.js`), script)
  return name
}

/** The file that holds the script of this name, whatever the file is called. One that cannot be read is no place. */
async function fileOf(folder: string, name: string) {
  const files = await scriptFilesIn(folder)
  const named = files.find((file) => 'text' in file && nameIn(file.text, file.name) === name)
  const found = named ?? files.find((file) => file.name === `${name}.js`)
  if (found !== undefined && 'problem' in found) {
    throw AppError.saying('script.invalid', say('script.noPlace', { name }), { cause: found.problem })
  }
  return found ?? null
}

function nameIn(text: string, file: string): string | null {
  const parsed = parseScript(text, file)
  return parsed.ok ? parsed.script.meta.name : null
}

function differs(name: string, before: string | null) {
  return before === null ? say('script.taken', { name }) : say('script.changedOnDisk', { name })
}
