import { execFile } from 'node:child_process'

type Question = {
  readonly folder: string
  /** A folder of the person's own. Some systems look for programs in the folder they are started in. */
  readonly home: string
  readonly args: readonly string[]
}

/** What git prints about a folder, changing nothing there. Null: no repository, no git, or stopped. */
export function runGit({ folder, home, args }: Question, signal: AbortSignal): Promise<string | null> {
  const harmless = ['--no-optional-locks', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null']
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' }
  const options = { cwd: home, env, signal, maxBuffer: 16 * 1024 * 1024, windowsHide: true } as const
  return new Promise((resolve) => {
    execFile(
      'git',
      ['-C', folder, ...harmless, ...args],
      { ...options, killSignal: 'SIGKILL' },
      (error, stdout) => {
        resolve(error === null ? stdout : null)
      },
    )
  })
}
