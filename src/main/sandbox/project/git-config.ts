import { type FSWatcher, watch } from 'node:fs'
import { copyFile, lstat, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { SandboxBlock } from '#shared/sandbox/sandbox.ts'
import {
  type GitSetting,
  hooksPaths,
  loudSettings,
  parseGitSettings,
  settingName,
} from '../../git/git-settings.ts'
import { unlessMissing } from '../unless-missing.ts'
import { areQuietModules, isModules, quietModulesOf } from './git-modules.ts'
import { setAside } from './set-aside.ts'

/** The settings of a repository before a command that may change them. */
export type OpenedSettings = { readonly file: string; readonly text: string }

/** More than this is no settings file that anybody writes. */
const MOST_BYTES = 256 * 1024

/**
 * Reads settings files that a command may change, and with them the harmless lists of modules of some folders. Links and
 * huge files are left out, and stay closed.
 */
export async function readSettings(
  folders: readonly string[],
  settings: readonly string[],
): Promise<OpenedSettings[]> {
  const read = await Promise.all(
    [...settings, ...(await quietModulesOf(folders))].map(async (file) => {
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

/**
 * Checks the settings at each change while a command runs, so that git outside finds a bad one for milliseconds and not
 * until the command ends. `close` checks a last time and returns everything that was put back.
 */
export function watchSettings(opened: readonly OpenedSettings[]) {
  const found = new Map<string, SandboxBlock>()
  let checks = Promise.resolve()
  let watched = 0
  const check = async () => {
    for (const block of await checkSettings(opened)) found.set(block.name, block)
  }
  const watchers = opened.flatMap(({ file }) => {
    const onChange = (name: string | null) => {
      if ((name !== null && name !== basename(file)) || watched >= MOST_CHECKS) return
      watched += 1
      // A failure here shows again in the last check.
      checks = checks.then(check).catch(() => {})
    }
    return watcherOf(dirname(file), onChange)
  })
  return {
    close: async (): Promise<SandboxBlock[]> => {
      for (const watcher of watchers) watcher.close()
      await checks
      await check()
      // What came after a bad setting goes too: nothing tells whether it belongs to it.
      if (found.size > 0) await Promise.all(opened.map(restore))
      return [...found.values()]
    },
  }
}

/** A command that changes settings more often is only checked at its end. */
const MOST_CHECKS = 200

/** Watches a folder. None where the system cannot watch more: the last check remains. */
function watcherOf(folder: string, onChange: (name: string | null) => void): FSWatcher[] {
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => onChange(name))
    watcher.on('error', () => watcher.close())
    return [watcher]
  } catch {
    return []
  }
}

async function checkOne({ file, text }: OpenedSettings): Promise<SandboxBlock[]> {
  const found = await unlessMissing(lstat(file))
  const now = found?.isFile() === true && found.size <= MOST_BYTES ? await readFile(file, 'utf8') : null
  if (now === text) return []
  const name = isModules(file) ? basename(file) : '.git/config'
  const names = now === null ? [name] : isModules(file) ? loudModules(now) : newlyLoud(text, now)
  if (names.length === 0) return []
  if (now !== null) await copyFile(file, `${file}.blocked`)
  else if (found !== null) await setAside(file)
  await restore({ file, text })
  return names.map((name) => ({ what: 'git_setting', name, tries: 1 }))
}

async function restore({ file, text }: OpenedSettings): Promise<void> {
  const fresh = `${file}.orrery-${process.pid}`
  await writeFile(fresh, text)
  await rename(fresh, file)
}

/** The settings that start programs or lead elsewhere and were not there before, with their values. */
function newlyLoud(before: string, after: string): string[] {
  const read = parseGitSettings(after)
  if (read === null) return ['.git/config']
  const known = new Set(steering(parseGitSettings(before) ?? []))
  return [...new Set(steering(read).filter((each) => !known.has(each)))].map((each) => each.slice(0, 300))
}

function loudModules(now: string): string[] {
  return areQuietModules(now) ? [] : ['.gitmodules']
}

function steering(settings: readonly GitSetting[]): string[] {
  const loud = loudSettings(settings, 'files').map((each) => `${settingName(each)}=${each.value}`)
  return [...loud, ...hooksPaths(settings).map((path) => `core.hookspath=${path}`)]
}
