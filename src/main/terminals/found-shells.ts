import path from 'node:path'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { FoundShell, Shells } from '#shared/terminal/shells.ts'
import type { Environment } from '../lib/programs/child-environment.ts'
import type { ShellStart } from './messages.ts'
import { shellArgs, shellName, usualShell } from './shell-choice.ts'

type Deps = {
  readonly platform: NodeJS.Platform
  readonly env: Environment
  /** Returns the shell that the system has for this user; null when it names none. */
  readonly userShell: () => string | null
  /** Returns the text of `/etc/shells`; empty when it cannot be read. */
  readonly readList: () => Promise<string>
  /** Returns the path of a program without links; null for what is no program. */
  readonly program: (file: string) => Promise<string | null>
  readonly chosen: () => string | null
  readonly choose: (file: string | null) => void
}

/** Accounts without a shell name these. */
const NO_SHELLS = /^(false|true|nologin|sync|git-shell)$/

/** Finds the shells of this computer, and keeps which of them new terminals start. */
export function createShellFinder(deps: Deps) {
  const { platform, env, program, chosen } = deps
  const paths = platform === 'win32' ? path.win32 : path.posix
  const usual = () => usualShell({ platform, env, userShell: deps.userShell() })

  const candidates = async (): Promise<readonly string[]> =>
    platform === 'win32' ? windowsShells(env) : [usual(), ...listedShells(await deps.readList())]

  return {
    /** Returns the shell that a terminal starts. Throws when the one that the person chose is gone. */
    start: async (): Promise<Pick<ShellStart, 'file' | 'args'>> => {
      const file = chosen() ?? usual()
      if (chosen() !== null && (await program(file)) === null)
        throw AppError.saying('other', say('terminal.shellGone', { file }))
      return { file, args: shellArgs(platform, file) }
    },
    list: async (): Promise<Shells> => ({
      chosen: chosen(),
      usual: foundShell(usual()),
      found: await programsIn(await candidates(), program),
    }),
    choose: async (file: string | null): Promise<void> => {
      if (file !== null && (!paths.isAbsolute(file) || (await program(file)) === null))
        throw AppError.saying('other', say('terminal.noShell', { file }))
      deps.choose(file)
    },
  }
}

export type ShellFinder = ReturnType<typeof createShellFinder>

const foundShell = (file: string): FoundShell => ({ file, name: shellName(file) })

function listedShells(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => path.posix.isAbsolute(line) && !NO_SHELLS.test(path.posix.basename(line)))
}

function windowsShells(env: Environment): readonly string[] {
  const places = [
    ['ProgramFiles', 'PowerShell\\7\\pwsh.exe'],
    ['SystemRoot', 'System32\\WindowsPowerShell\\v1.0\\powershell.exe'],
    ['SystemRoot', 'System32\\cmd.exe'],
    ['ProgramFiles', 'Git\\bin\\bash.exe'],
    ['LOCALAPPDATA', 'Programs\\Git\\bin\\bash.exe'],
    ['SystemRoot', 'System32\\wsl.exe'],
  ] as const
  return places.flatMap(([name, file]) => {
    const folder = env[name]
    return folder === undefined || folder === '' ? [] : [path.win32.join(folder, file)]
  })
}

/** Returns the programs among the files. One that several paths lead to under the same name is listed once. */
async function programsIn(
  files: readonly string[],
  program: Deps['program'],
): Promise<readonly FoundShell[]> {
  const found = new Map<string, FoundShell>()
  for (const file of files) {
    const real = await program(file)
    const key = `${real} ${shellName(file)}`
    if (real !== null && !found.has(key)) found.set(key, foundShell(file))
  }
  return [...found.values()]
}
