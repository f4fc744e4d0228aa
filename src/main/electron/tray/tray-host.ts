import { execFile } from 'node:child_process'
import { isErrno } from '../../lib/errno.ts'

/** The time limit for a question to the session bus, in milliseconds. */
const LIMIT_MS = 2_000

/** Commands that read whether the session bus knows a host of tray icons. The first one that is installed answers. */
const QUESTIONS: readonly { readonly program: string; readonly args: readonly string[] }[] = [
  {
    program: 'gdbus',
    args: [
      ...['call', '--session', '--dest', 'org.kde.StatusNotifierWatcher'],
      ...['--object-path', '/StatusNotifierWatcher', '--method', 'org.freedesktop.DBus.Properties.Get'],
      ...['org.kde.StatusNotifierWatcher', 'IsStatusNotifierHostRegistered'],
    ],
  },
  {
    program: 'dbus-send',
    args: [
      ...['--session', '--print-reply', '--dest=org.kde.StatusNotifierWatcher', '/StatusNotifierWatcher'],
      ...['org.freedesktop.DBus.Properties.Get', 'string:org.kde.StatusNotifierWatcher'],
      'string:IsStatusNotifierHostRegistered',
    ],
  },
]

/** Runs a program. Resolves with its output, null when it is missing, and undefined when it fails. */
export type Ask = (program: string, args: readonly string[]) => Promise<string | null | undefined>

/**
 * Whether the desktop shows tray icons. macOS and Windows always do. On Linux a host answers over D-Bus
 * (StatusNotifierItem); without an answer there is none.
 */
export async function hasTrayHost(platform: NodeJS.Platform, ask: Ask = askProgram): Promise<boolean> {
  if (platform !== 'linux') return true
  for (const { program, args } of QUESTIONS) {
    const answer = await ask(program, args)
    if (answer !== null) return answer !== undefined && /\btrue\b/.test(answer)
  }
  return false
}

const askProgram: Ask = (program, args) =>
  new Promise((resolve) => {
    execFile(program, [...args], { timeout: LIMIT_MS, encoding: 'utf8' }, (error, output) => {
      if (error === null) resolve(output)
      else resolve(isErrno(error, 'ENOENT') ? null : undefined)
    })
  })
