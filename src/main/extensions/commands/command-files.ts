import { basename, dirname, relative, sep } from 'node:path'
import { z } from 'zod'
import type { CommandFile } from '#shared/agent/command-file.ts'
import type { FileProblem } from '#shared/agent/file-problem.ts'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { markdownIn } from '../foreign/foreign-agents.ts'
import { readLooseHeader } from '../foreign/loose-header.ts'
import { counterpartOf, rulesOfEntry, toolList } from '../foreign/tool-names.ts'
import type { Layer, SourceFolder } from '../read-folder.ts'
import { readTextFile } from '../text-file.ts'

const ENDING = '.md'
const LONGEST_DESCRIPTION = 300

/** Letters, digits, hyphens and underscores: the words that can follow a slash. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,79}$/u

const KEYS = {
  description: z.exactOptional(z.string().trim().max(10_000)),
  'argument-hint': z.exactOptional(z.union([z.string(), z.number(), z.array(z.unknown())])),
  'allowed-tools': z.exactOptional(z.union([z.string(), z.array(z.string())])),
  model: z.exactOptional(z.string().trim().min(1).max(300)),
} as const
/** A file written for Orrery names no other key; one written for another program may. */
const OwnHeader = z.strictObject(KEYS)
const ForeignHeader = z.looseObject(KEYS)

/** Reads a folder of commands: each Markdown file below it is one. */
export async function readCommandFolder(folder: SourceFolder): Promise<Layer<CommandFile>> {
  const { source, path, within } = folder
  const items: CommandFile[] = []
  const problems: FileProblem[] = []
  for (const file of await markdownIn(path)) {
    const name = basename(file, ENDING)
    try {
      const read = await readTextFile(file, { within, shown: basename(file) })
      if (read === null) continue
      if (!read.ok) throw AppError.saying('config.invalid', read.why)
      items.push(await parseCommand(folder, file, read.text))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { text: message, said } = error.told()
      problems.push({ id: NAME.test(name) ? name : null, source, file, message, said })
    }
  }
  return { items, problems }
}

/** Parses a command file. Throws an `AppError` with a sentence for its author. */
async function parseCommand(folder: SourceFolder, file: string, text: string): Promise<CommandFile> {
  const name = basename(file, ENDING)
  const shown = basename(file)
  if (!NAME.test(name)) throw AppError.saying('config.invalid', say('commandFile.badName', { file: shown }))
  const schema = folder.isForeign === true ? ForeignHeader : OwnHeader
  const { header, body } = await readLooseHeader(schema, text, { name: shown, noun: 'command' })
  if (body === '') throw AppError.saying('config.invalid', say('commandFile.empty', { file: shown }))
  const entries = toolList(header['allowed-tools'])
  const unknown = folder.isForeign === true ? undefined : entries.find(isUnknown)
  if (unknown !== undefined) {
    throw AppError.saying('config.invalid', say('foreign.unknownTool', { file: shown, name: unknown }))
  }
  const below = relative(folder.path, dirname(file))
  return {
    name,
    space: below.split(sep).join(':'),
    description: header.description || firstLine(body),
    hint: hintOf(header['argument-hint']),
    allowed: entries.flatMap(rulesOfEntry),
    model: header.model ?? null,
    source: folder.source,
    hasVariables: folder.isForeign !== true,
    file,
    text: body,
  }
}

/** A word in capitals that is no tool of Claude Code is a slip; other names are tools of this app. */
function isUnknown(entry: string): boolean {
  return /^[A-Z]/.test(entry) && counterpartOf(entry.replace(/\(.*$/s, '')) === undefined
}

/** YAML reads `[file]` as a list. */
function hintOf(hint: z.infer<typeof OwnHeader>['argument-hint']): string {
  if (hint === undefined) return ''
  const text = Array.isArray(hint) ? `[${hint.map(String).join(', ')}]` : String(hint)
  return text.trim().slice(0, 200)
}

function firstLine(body: string): string {
  const line = body.split('\n').find((each) => each.trim() !== '') ?? ''
  return line
    .replace(/^#+\s*/, '')
    .trim()
    .slice(0, LONGEST_DESCRIPTION)
}
