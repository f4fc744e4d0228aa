import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { writeFileAtomic } from '../../lib/files/atomic-file.ts'
import { isInside, readTextFile } from '../text-file.ts'
import { parseAgent } from './agent-files.ts'

/** The folder of agents of one source. No file outside `root` is read or written; null is no bound. */
export type AgentPlace = { readonly root: string | null; readonly folder: string }

export type AgentDraft = {
  readonly source: 'user' | 'project'
  readonly id: string
  readonly text: string
  /** The content of the file when editing began; null for a new file. */
  readonly before: string | null
}

/** The file of an agent as it is written, also when it cannot be used. */
export async function readAgentFile(place: AgentPlace, id: string): Promise<string> {
  const file = `${id}.md`
  const found = await readTextFile(join(place.folder, file), { within: place.root, shown: file })
  if (found?.ok === true) return found.text
  throw AppError.saying('config.invalid', found === null ? say('source.gone', { file }) : found.why)
}

/**
 * Writes the file of an agent as a whole, or not at all: not when it could not be used, and not when the file holds
 * something else by now than what the person began with.
 */
export async function writeAgentFile(
  place: AgentPlace,
  { source, id, text, before }: AgentDraft,
): Promise<void> {
  await parseAgent(source, id, text)
  const shown = `${id}.md`
  const file = join(place.folder, shown)
  const found = await readTextFile(file, { within: place.root, shown })
  if (found !== null && !found.ok)
    throw AppError.saying('config.invalid', [found.why, say('source.notWritten')])
  if ((found?.text ?? null) !== before)
    throw AppError.saying('config.invalid', say('agent.changedOnDisk', { agent: id }))
  await mkdir(place.folder, { recursive: true })
  await checkFolder(place, shown)
  await writeFileAtomic(file, text)
}

/** Throws an `AppError` when the folder leads out of the bound of its place, so that nothing is written there. */
export async function checkFolder({ root, folder }: AgentPlace, shown: string): Promise<void> {
  if (root === null || isInside(await realpath(root), await realpath(folder))) return
  const leadsOut = say('source.leadsOut', { file: shown })
  throw AppError.saying('config.invalid', [leadsOut, say('source.notWritten')])
}
