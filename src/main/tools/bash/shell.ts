import { win32 } from 'node:path'
import { AppError } from '#shared/errors.ts'

/** The arguments that pass a command line to a shell. */
export type ShellStart = {
  readonly file: string
  readonly args: readonly string[]
  /** Windows only: the arguments are passed on as they are. */
  readonly verbatim: boolean
  /** Whether the system ends everything that the program leaves behind, as a sandbox does. */
  readonly contained?: boolean
}

export type ShellSystem = {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly exists: (file: string) => boolean
}

/** A command line on Windows holds 32,767 characters; the rest is for the shell itself. */
const LONGEST_WINDOWS = 32_000

/** The shell of a system, and the arguments that make it run one command. */
export function shellStart(command: string, { platform, environment, exists }: ShellSystem): ShellStart {
  if (platform !== 'win32') {
    const file = exists('/bin/bash') ? '/bin/bash' : '/bin/sh'
    // Both outputs go through one pipe, so that their lines keep the order in which they were written.
    return { file, args: ['-c', `exec 2>&1; ${command}`], verbatim: false }
  }
  const system = win32.join(systemRoot(environment), 'System32')
  const powershell = win32.join(system, 'WindowsPowerShell', 'v1.0', 'powershell.exe')
  if (!exists(powershell)) {
    return { file: win32.join(system, 'cmd.exe'), args: ['/d', '/s', '/c', `"${command}"`], verbatim: true }
  }
  // Without this, progress is written as XML among the errors.
  const quiet = "$ProgressPreference = 'SilentlyContinue'"
  const script = `${quiet}; [Console]::OutputEncoding = [Text.Encoding]::UTF8\n${command}`
  const encoded = Buffer.from(script, 'utf16le').toString('base64')
  if (encoded.length > LONGEST_WINDOWS) {
    throw AppError.forAgent(
      'tool.failed',
      'This command is too long for Windows. Write it to a script file, then run that file.',
    )
  }
  const args = ['-NoLogo', '-NoProfile', '-NonInteractive', '-EncodedCommand', encoded]
  return { file: powershell, args, verbatim: false }
}

/** What stands before a command in the script of its shell: limits, the mark of its start, and the joined outputs. */
const BEFORE =
  /(?<=: line \d+: )`(?:ulimit -x \d+ 2>\/dev\/null; )?(?:\{ command : > \/tmp\/\.orrery-begun-[\w-]+; \} 2>\/dev\/null; )?(?:ulimit -[du] [^;`]*; )*exec 2>&1; /g

/** Returns what a shell says about a line it cannot read, with that line as it was written. */
export function asWritten(output: string): string {
  return output.includes('exec 2>&1; ') ? output.replace(BEFORE, '`') : output
}

/** Some shells hand the names of variables on in capitals. */
function systemRoot(environment: ShellSystem['environment']): string {
  const found = Object.entries(environment).find(([name]) => name.toLowerCase() === 'systemroot')
  return found?.[1] ?? 'C:\\Windows'
}
