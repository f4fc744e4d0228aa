import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { isErrno } from '../../../lib/errno.ts'
import { locatePath } from '../../files/locate-path.ts'
import { type PathFlavour, placeOf } from '../../files/project-path.ts'
import type { SimpleCommand } from '../../permission/syntax/split-command.ts'
import { folderAt } from './command-names.ts'

/**
 * The shell scripts that a command runs: their texts, and whether one of them cannot be read here. `paths` are their
 * places as rules know them.
 */
export type ScriptTexts = {
  readonly texts: readonly string[]
  readonly paths: readonly string[]
  readonly isUnread: boolean
}

const SHELL = /^(ba|da|z|k|a|mk)?sh$/
const SOURCES = new Set(['source', '.'])
const VALUED = /^(-[a-zA-Z]*[oO]|\+[oO]|--rcfile|--init-file)$/
const SHEBANG = /^#!\s*\S*\/(?:env\s+(?:-S\s+)?)?(?:\S*\/)?(ba|da|z|k|a|mk)?sh\b/
/** Longer scripts are not read, in bytes. */
const LONGEST = 256 * 1024

/** Reads the scripts of the project that a command runs, such as `bash x.sh`, `. x.sh` and `./x.sh`. */
export async function scriptsOf(
  one: SimpleCommand,
  root: string,
  flavour: PathFlavour,
): Promise<ScriptTexts | null> {
  const script = scriptOf(one.words)
  if (script === null) return null
  const texts: string[] = []
  const paths: string[] = []
  let isUnread = one.patterns.includes(script.path) || /[$`]/.test(script.path)
  for (const way of isUnread ? [] : one.ways) {
    const folder = await folderAt(way, root, flavour)
    const { absolute } = await locatePath(folder, script.path, flavour)
    const { shown, outside } = placeOf(root, absolute, flavour)
    paths.push(shown)
    const text = outside ? null : await textOf(absolute)
    if (text === null) isUnread = true
    else if (script.isShell || SHEBANG.test(text)) texts.push(text)
  }
  return { texts: [...new Set(texts)], paths, isUnread: isUnread && (script.isShell || texts.length > 0) }
}

/** Whether a command starts a script file, or may. */
export const runsScript = ({ words }: Pick<SimpleCommand, 'words'>): boolean => scriptOf(words) !== null

function scriptOf(words: readonly string[]): { readonly path: string; readonly isShell: boolean } | null {
  const [name = '', ...args] = words
  const base = name.split('/').at(-1) ?? ''
  if (!SHELL.test(base) && !SOURCES.has(base))
    return name.includes('/') ? { path: name, isShell: false } : null
  if (args.some((arg) => /^-[a-zA-Z]*c$/.test(arg))) return null
  const at = args.findIndex((arg, index) => !/^[-+]./.test(arg) && !VALUED.test(args[index - 1] ?? ''))
  const path = args[at]
  return path === undefined || path === '-' ? null : { path, isShell: true }
}

/** Returns the text of a plain file; null for a longer one, for another kind of file and for bytes that are no text. */
async function textOf(absolute: string): Promise<string | null> {
  try {
    // Without waiting: a pipe may never have a writer.
    const file = await open(absolute, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const stats = await file.stat()
      if (!stats.isFile() || stats.size > LONGEST) return null
      const bytes = Buffer.alloc(LONGEST + 1)
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
      const text = bytes.toString('utf8', 0, bytesRead)
      return bytesRead > LONGEST || text.includes('\0') ? null : text
    } finally {
      await file.close()
    }
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'ENXIO', 'EISDIR'))
      return null
    throw error
  }
}
