import { copyFile, lstat, readFile, rename, writeFile } from 'node:fs/promises'
import type { SandboxBlock } from '#shared/sandbox/sandbox.ts'
import {
  type GitSetting,
  hooksPaths,
  loudSettings,
  parseGitSettings,
  settingName,
} from '../git/git-settings.ts'
import { setAside } from './guard-project.ts'
import { unlessMissing } from './unless-missing.ts'

/** The settings of a repository before a command that may change them. */
export type OpenedSettings = { readonly file: string; readonly text: string }

/** More than this is no settings file that anybody writes. */
const MOST_BYTES = 256 * 1024

/** Reads settings files that a command may change. Links and huge files are left out, and stay closed. */
export async function readSettings(files: readonly string[]): Promise<OpenedSettings[]> {
  const read = await Promise.all(
    files.map(async (file) => {
      const found = await unlessMissing(lstat(file))
      if (found?.isFile() !== true || found.size > MOST_BYTES) return []
      return [{ file, text: await readFile(file, 'utf8') }]
    }),
  )
  return read.flat()
}

/**
 * Puts settings back where a command added one that makes git start a program or look elsewhere. What the command wrote
 * stays beside them as `config.blocked`.
 */
export async function checkSettings(opened: readonly OpenedSettings[]): Promise<SandboxBlock[]> {
  const blocked = await Promise.all(opened.map(checkOne))
  return blocked.flat()
}

async function checkOne({ file, text }: OpenedSettings): Promise<SandboxBlock[]> {
  const found = await unlessMissing(lstat(file))
  const now = found?.isFile() === true && found.size <= MOST_BYTES ? await readFile(file, 'utf8') : null
  if (now === text) return []
  const names = now === null ? ['.git/config'] : newlyLoud(text, now)
  if (names.length === 0) return []
  if (now !== null) await copyFile(file, `${file}.blocked`)
  else if (found !== null) await setAside(file)
  const fresh = `${file}.orrery-${process.pid}`
  await writeFile(fresh, text)
  await rename(fresh, file)
  return names.map((name) => ({ what: 'git_setting', name, tries: 1 }))
}

/** The settings that start programs or lead elsewhere and were not there before, with their values. */
function newlyLoud(before: string, after: string): string[] {
  const read = parseGitSettings(after)
  if (read === null) return ['.git/config']
  const known = new Set(steering(parseGitSettings(before) ?? []))
  return [...new Set(steering(read).filter((each) => !known.has(each)))].map((each) => each.slice(0, 300))
}

function steering(settings: readonly GitSetting[]): string[] {
  const loud = loudSettings(settings, 'files').map((each) => `${settingName(each)}=${each.value}`)
  return [...loud, ...hooksPaths(settings).map((path) => `core.hookspath=${path}`)]
}
