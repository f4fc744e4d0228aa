import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { ForeignSkillHeader, type Skill, SkillHeader } from '#shared/agent/skill.ts'
import { AppError } from '#shared/errors.ts'
import { say, tell } from '#shared/sentences.ts'
import { isErrno } from '../../lib/errno.ts'
import { readLooseHeader } from '../foreign/loose-header.ts'
import { rulesOfEntry, toolList } from '../foreign/tool-names.ts'
import { readFrontMatter } from '../front-matter.ts'
import { type Layer, type Reading, readFolder, type SourceFolder } from '../read-folder.ts'
import { isInside, readTextFile } from '../text-file.ts'

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

/** The file of a skill, by its folder. */
export const skillFile = (folder: string): string => join(folder, FILE)

async function readSkill(folder: SourceFolder, id: string, file: string): Promise<Reading<Skill>> {
  const own = join(folder.path, id)
  if (folder.within !== null && !(await staysWithin(folder.within, own))) {
    return { why: tell(say('source.outside', { file: id })) }
  }
  // A skill that was copied from somewhere must not hand other files of this machine to a model.
  const read = await readTextFile(file, { within: own, shown: `${id}/${FILE}` })
  if (read === null) return null
  if (!read.ok) return { why: tell(read.why) }
  return { item: await parseSkill(folder.source, id, read.text, own, folder.isForeign) }
}

/** Parses a skill file. Throws an `AppError` with a sentence for its author. */
export async function parseSkill(
  source: Skill['source'],
  name: string,
  text: string,
  folder: string | null,
  isForeign = false,
): Promise<Skill> {
  const shown = `${name}/${FILE}`
  const named = { name: shown, noun: 'skill' } as const
  const { header, body } = await (isForeign
    ? readLooseHeader(ForeignSkillHeader, text, named)
    : readFrontMatter(SkillHeader, text, named))
  if (header.name !== undefined && header.name !== name) {
    throw AppError.saying('config.invalid', say('skill.otherName', { file: shown, name }))
  }
  if (body === '') throw AppError.saying('config.invalid', say('skill.empty', { file: shown }))
  const allowed = toolList(header['allowed-tools']).flatMap(rulesOfEntry)
  return {
    name,
    description: header.description,
    needs: header.needs ?? [],
    source,
    folder,
    text: body,
    ...(allowed.length === 0 ? {} : { allowed }),
  }
}

async function staysWithin(outer: string, path: string): Promise<boolean> {
  try {
    return isInside(await realpath(outer), await realpath(path))
  } catch (error) {
    // It went away, or leads nowhere.
    if (isErrno(error)) return false
    throw error
  }
}
