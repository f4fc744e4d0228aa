import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type Skill, SkillHeader } from '#shared/agent/skill.ts'
import { AppError } from '#shared/errors.ts'
import { readFrontMatter } from './front-matter.ts'
import { type Layer, type Reading, readFolder, type SourceFolder } from './read-folder.ts'
import { isInside, readTextFile } from './text-file.ts'

const FILE = 'SKILL.md'

/** The skills of a folder: each is a folder of its own with a SKILL.md. */
export function readSkillFolder(folder: SourceFolder): Promise<Layer<Skill>> {
  return readFolder(
    folder,
    (entry) =>
      (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.')
        ? { id: entry.name, file: join(folder.path, entry.name, FILE) }
        : null,
    ({ id, file }) => readSkill(folder, id, file),
  )
}

async function readSkill(folder: SourceFolder, id: string, file: string): Promise<Reading<Skill>> {
  const own = join(folder.path, id)
  if (folder.within !== null && !(await staysWithin(folder.within, own))) {
    return { why: `${id} is a link to a place outside of the project, so it is not read.` }
  }
  // A skill that was copied from somewhere must not hand other files of this machine to a model.
  const read = await readTextFile(file, own)
  if (read === null) return null
  if (!read.ok) return { why: `${FILE} of ${id} ${read.why}.` }
  return { item: await parseSkill(folder.source, id, read.text, own) }
}

/** The skill a text is. Throws an `AppError` with a sentence for whoever wrote it. */
export async function parseSkill(
  source: Skill['source'],
  name: string,
  text: string,
  folder: string | null,
): Promise<Skill> {
  const shown = `${name}/${FILE}`
  const { header, body } = await readFrontMatter(SkillHeader, text, { name: shown, noun: 'skill' })
  if (header.name !== undefined && header.name !== name) {
    throw new AppError('config.invalid', `name (${shown}): must be ${name}, as its folder is named.`)
  }
  if (body === '') throw new AppError('config.invalid', `${shown} has no text under its header.`)
  return { name, description: header.description, needs: header.needs ?? [], source, folder, text: body }
}

async function staysWithin(outer: string, path: string): Promise<boolean> {
  try {
    return isInside(await realpath(outer), await realpath(path))
  } catch (error) {
    // It went away, or leads nowhere.
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}
