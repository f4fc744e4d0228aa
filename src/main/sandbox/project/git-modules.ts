import { lstat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type GitSetting, parseGitSettings } from '../../git/git-settings.ts'
import { unlessMissing } from '../unless-missing.ts'
import { smallText } from './small-text.ts'

const NAME = '.gitmodules'

/** Keys that name a folder, an address, a branch or how much is fetched. */
const QUIET = /^(path|url|branch|shallow|ignore|fetchrecursesubmodules)$/

/** Whether a path is a `.gitmodules` file that starts no program and leads nowhere outside its project. */
export async function isQuietModules(path: string): Promise<boolean> {
  if (basename(path) !== NAME || (await unlessMissing(lstat(path)))?.isFile() !== true) return false
  return areQuietModules(await smallText(path))
}

/** Whether the text of a `.gitmodules` file does. */
export function areQuietModules(text: string | null): boolean {
  return text !== null && !isOdd(text) && parseGitSettings(text)?.every(isQuiet) === true
}

/** Whether a text has control characters. Git loses a carriage return at the end of a path when it writes it again. */
function isOdd(text: string): boolean {
  return /[^\P{Cc}\t\n]/u.test(text.replaceAll('\r\n', '\n'))
}

/** Whether this is the file of the modules. */
export function isModules(path: string): boolean {
  return basename(path) === NAME
}

/** The harmless `.gitmodules` files of some folders. */
export async function quietModulesOf(folders: readonly string[]): Promise<string[]> {
  const files = folders.map((folder) => join(folder, NAME))
  const found = await Promise.all(files.map(async (file) => ((await isQuietModules(file)) ? [file] : [])))
  return found.flat()
}

function isQuiet({ section, sub, key, value }: GitSetting): boolean {
  // Git reads what is behind a backslash, so the name is another one than it seems.
  if (section !== 'submodule' || leads(sub) || sub.includes('\\')) return false
  if (key === 'update') return /^(checkout|rebase|merge|none)$/.test(value)
  if (key === 'path') return !leads(value)
  // An address such as `ext::` names a program, and one with a dash in front is an option.
  if (key === 'url') return !value.startsWith('-') && !value.includes('::')
  return QUIET.test(key)
}

/** Whether a path leads out of its folder or into that of git. */
function leads(path: string): boolean {
  return (
    path === '' || /^[-/~]/.test(path) || path.split(/[/\\]/).some((part) => /^(\.\.|\.git)$/i.test(part))
  )
}
