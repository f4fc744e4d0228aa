import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { isErrno } from '../lib/errno.ts'

const MOST_BYTES = 64 * 1024
const MOST_COMMANDS = 20
const MOST_CHARS = 500

const Lines = z.union([z.string(), z.array(z.string())])

/** `conductor.json`: the script that Conductor runs in a new workspace. */
const Conductor = z.object({ scripts: z.object({ setup: z.string() }) })
/** `.cursor/worktrees.json`: commands, or the name of a script, for a new worktree. */
const Cursor = z.object({ 'setup-worktree': Lines })
const CursorUnix = z.object({ 'setup-worktree-unix': Lines })
const CursorWindows = z.object({ 'setup-worktree-windows': Lines })
/** `.codex/environments/environment.toml`: the script of an environment. */
const Codex = z.object({ setup: z.object({ script: z.string() }) })

type Reader = {
  readonly file: string
  readonly read: (text: string, isWindows: boolean) => readonly string[]
}

const READERS: readonly Reader[] = [
  {
    file: 'conductor.json',
    read: (text) => {
      const found = Conductor.safeParse(JSON.parse(text))
      return found.success ? [found.data.scripts.setup] : []
    },
  },
  {
    file: '.cursor/worktrees.json',
    read: (text, isWindows) => {
      const json: unknown = JSON.parse(text)
      const windows = CursorWindows.safeParse(json)
      const unix = CursorUnix.safeParse(json)
      const any = Cursor.safeParse(json)
      if (isWindows && windows.success) return linesIn(windows.data['setup-worktree-windows'])
      if (!isWindows && unix.success) return linesIn(unix.data['setup-worktree-unix'])
      return any.success ? linesIn(any.data['setup-worktree']) : []
    },
  },
  {
    file: '.codex/environments/environment.toml',
    read: (text) => {
      const found = Codex.safeParse(parse(text))
      return found.success ? [found.data.setup.script] : []
    },
  },
]

/**
 * Returns the set-up commands that a project names for new worktrees, each with its file. They are programs of the
 * repository: the app runs none of them, and the agent asks like for any command.
 */
export async function setupCommands(top: string, isWindows: boolean): Promise<string[]> {
  const found: string[] = []
  for (const { file, read } of READERS) {
    const text = await smallFile(join(top, file))
    if (text === null) continue
    for (const command of commandsIn(text, read, isWindows)) found.push(`${command} (${file})`)
  }
  return found.slice(0, MOST_COMMANDS)
}

function commandsIn(text: string, read: Reader['read'], isWindows: boolean): string[] {
  try {
    return read(text, isWindows)
      .map((command) => command.trim().slice(0, MOST_CHARS))
      .filter((command) => command !== '')
  } catch {
    // A file with mistakes names no command.
    return []
  }
}

const linesIn = (lines: string | readonly string[]): readonly string[] =>
  typeof lines === 'string' ? [lines] : lines

/** Returns the text of a file, or null where none is or where it is too large. */
export async function smallFile(path: string): Promise<string | null> {
  try {
    const { size } = await stat(path)
    return size > MOST_BYTES ? null : await readFile(path, 'utf8')
  } catch (error) {
    if (isErrno(error)) return null
    throw error
  }
}
