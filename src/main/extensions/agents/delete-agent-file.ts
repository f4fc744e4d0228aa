import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../../lib/errno.ts'
import { readTextFile } from '../text-file.ts'
import { type AgentPlace, checkFolder } from './write-agent-file.ts'

/** Deletes the file of an agent, also of one that cannot be used. Answers with what it held, to be put back. */
export async function deleteAgentFile(place: AgentPlace, id: string): Promise<Uint8Array> {
  const shown = `${id}.md`
  const file = join(place.folder, shown)
  const found = await readTextFile(file, { within: place.root, shown })
  if (found === null) throw AppError.saying('config.invalid', say('source.gone', { file: shown }))
  // An unreadable file could not be restored.
  if (!found.ok) throw AppError.saying('config.invalid', [found.why, say('source.notDeleted')])
  const bytes = await readFile(file)
  await rm(file)
  return bytes
}

/** Puts a file back as it was. Not over another that has its name by now. */
export async function putBackAgentFile(place: AgentPlace, id: string, bytes: Uint8Array): Promise<void> {
  const shown = `${id}.md`
  await mkdir(place.folder, { recursive: true })
  await checkFolder(place, shown)
  try {
    await writeFile(join(place.folder, shown), bytes, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
    throw AppError.saying('config.invalid', say('agent.taken', { agent: id }))
  }
}
