import path from 'node:path'
import type { Environment } from '../lib/programs/child-environment.ts'
import { OWNER } from '../lib/programs/owner-mark.ts'

type System = {
  readonly platform: NodeJS.Platform
  readonly env: Environment
  /** The shell that the system has for this user; null when it names none. */
  readonly userShell: string | null
}

/** Returns the path of the usual shell: the login shell of the person, or Windows PowerShell. */
export function usualShell({ platform, env, userShell }: System): string {
  if (platform === 'win32') {
    const root = env['SystemRoot'] ?? 'C:\\Windows'
    return path.win32.join(root, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe')
  }
  const found = [env['SHELL'], userShell].find((each) => each && path.posix.isAbsolute(each))
  return found ?? '/bin/sh'
}

/** Shells that know `-l`. Other programs might take it for something else. */
const LOGIN = /^(ash|bash|csh|dash|fish|ksh93|ksh|mksh|nu|oksh|pwsh|rbash|sh|tcsh|xonsh|yash|zsh)$/

/** Returns the arguments of a shell, with which it reads the files of a login where it has such. */
export function shellArgs(platform: NodeJS.Platform, file: string): readonly string[] {
  const name = shellName(file)
  if (platform === 'win32') return name.toLowerCase() === 'bash' ? ['--login', '-i'] : []
  return LOGIN.test(name) ? ['-l'] : []
}

/** Returns the name of a shell, for tabs and for comparison with the program in the foreground. */
export function shellName(file: string): string {
  return path.win32
    .basename(file)
    .replace(/^-/, '')
    .replace(/\.exe$/i, '')
}

/** Variables of the app itself that the person's programs must not inherit. */
const OF_APP =
  /^(ELECTRON_|NODE_OPTIONS$|NODE_CHANNEL_FD$|CHROME_DESKTOP$|TERM_PROGRAM|TERM$|COLORTERM$|PWD$|OLDPWD$)/

/**
 * Returns the environment of a person's shell. It has no mark of the app, because programs that the person detaches
 * from the terminal outlive the app, as with any other terminal.
 */
export function terminalEnvironment(
  { platform }: Pick<System, 'platform'>,
  base: Readonly<Record<string, string>>,
  version: string,
): Readonly<Record<string, string>> {
  const kept = Object.entries(base).filter(([name]) => name !== OWNER && !OF_APP.test(name))
  const env = Object.fromEntries(kept)
  const hasLocale = ['LANG', 'LC_ALL', 'LC_CTYPE'].some((name) => env[name] !== undefined)
  return {
    ...env,
    // A desktop of macOS starts apps without a locale. Without one, shells break umlauts.
    ...(hasLocale || platform !== 'darwin' ? {} : { LC_CTYPE: 'UTF-8' }),
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'Orrery',
    TERM_PROGRAM_VERSION: version,
  }
}
