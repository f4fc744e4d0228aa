import type { RulesFile } from './rules-block.ts'

/** The disk, as the search for rules folders needs it. */
type FolderDisk = {
  readonly join: (folder: string, name: string) => string
  readonly list: (folder: string, signal: AbortSignal) => Promise<readonly string[]>
}

/** A rules file that is not used, with the reason. */
type Notice = { readonly path: string; readonly message: string }

/** A file of a rules folder. `paths` are the patterns of the files it holds for; null for all. */
export type FolderRule = { readonly file: RulesFile; readonly paths: readonly string[] | null }

/** The rules folder of a project, as Claude Code has it. */
const FOLDER = ['.claude', 'rules'] as const

/** Whether a path is a rules folder. */
export const isRulesFolder = (path: string): boolean => /[\\/]\.claude[\\/]rules$/.test(path)

/** Limits of one rules folder: files, folders inside of folders, and patterns of one file. */
const MOST_FILES = 100
const DEEPEST = 5
const MOST_PATTERNS = 50

type ReadFile = (
  path: string,
) => Promise<{ readonly files: readonly RulesFile[]; readonly notices: readonly Notice[] }>

/** Reads the rules folder of a folder, by path. `read` reads one file and refuses one outside of the project. */
export async function rulesInFolder(
  disk: FolderDisk,
  folder: string,
  read: ReadFile,
  signal: AbortSignal,
): Promise<{ readonly rules: readonly FolderRule[]; readonly notices: readonly Notice[] }> {
  const rules: FolderRule[] = []
  const notices: Notice[] = []
  const top = FOLDER.reduce((path, name) => disk.join(path, name), folder)
  for (const path of (await markdownBelow(disk, top, signal)).slice(0, MOST_FILES)) {
    const found = await read(path)
    notices.push(...found.notices)
    for (const file of found.files) {
      const { paths, body } = splitHeader(file.content)
      rules.push({ file: { ...file, content: body }, paths })
    }
  }
  return { rules, notices }
}

async function markdownBelow(
  disk: FolderDisk,
  folder: string,
  signal: AbortSignal,
  depth = 0,
): Promise<string[]> {
  if (depth > DEEPEST) return []
  const names = await disk.list(folder, signal)
  const found: string[] = []
  for (const name of [...names].sort()) {
    if (found.length > MOST_FILES) break
    const path = disk.join(folder, name)
    if (name.endsWith('.md')) found.push(path)
    else if (!name.includes('.')) found.push(...(await markdownBelow(disk, path, signal, depth + 1)))
  }
  return found
}

/** Splits the header off a rules file. Only its `paths` have a meaning. */
export function splitHeader(content: string): {
  readonly paths: readonly string[] | null
  readonly body: string
} {
  const found = /^---[ \t]*\n((?:[^\n]*\n)*?)---[ \t]*(?:\n|$)/.exec(content)
  if (found === null) return { paths: null, body: content }
  const paths = pathsIn((found[1] ?? '').split('\n'))
  return {
    paths: paths.length === 0 ? null : paths.slice(0, MOST_PATTERNS),
    body: content.slice(found[0].length),
  }
}

/** Reads `paths` as one text, a list in brackets, or a list of lines. */
function pathsIn(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => /^paths[ \t]*:/.test(line))
  if (at < 0) return []
  const value = (lines[at] ?? '').replace(/^paths[ \t]*:/, '').trim()
  if (value !== '') return commaList(value.replace(/^\[(.*)\]$/, '$1'))
  const found: string[] = []
  for (const line of lines.slice(at + 1)) {
    const [, item] = /^[ \t]*-[ \t]+(.*)$/.exec(line) ?? []
    if (item === undefined) break
    found.push(unquoted(item))
  }
  return found.filter((each) => each !== '')
}

/** Splits at commas outside of braces and quotes. */
function commaList(text: string): readonly string[] {
  const items = text.match(/(?:"[^"]*"|'[^']*'|\{[^}]*\}|[^,{}"'])+/g) ?? []
  return items.map(unquoted).filter((each) => each !== '')
}

function unquoted(text: string): string {
  const trimmed = text.trim()
  return /^(["']).*\1$/.test(trimmed) ? trimmed.slice(1, -1) : trimmed
}
