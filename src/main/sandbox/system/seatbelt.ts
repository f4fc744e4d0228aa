import { holdsRepositories } from '../default-places.ts'
import type { Program, SandboxProfile } from '../sandbox-profile.ts'

/** Builds the command line that runs a program under Seatbelt, the sandbox of macOS. */
export function seatbeltCommand(
  sandboxExec: string,
  profile: SandboxProfile,
  { file, args }: Program,
): Program {
  return { file: sandboxExec, args: ['-p', seatbeltRules(profile), file, ...args] }
}

/** The last matching rule wins: reading is open, writing and the network are closed, then come the exceptions. */
export function seatbeltRules(profile: SandboxProfile): string {
  const { root, temp, writable, pinned, readOnly, hiddenFolders, hiddenFiles, visible } = profile
  const { proxyPort, forwards } = profile
  // No folders replace caches here: those in a cache or with repositories are closed, and whole caches stay open.
  const replaced = profile.replaced.map(({ path }) => path)
  const isInside = (path: string) => writable.some((place) => path.startsWith(`${place}/`))
  const isClosed = (path: string) => isInside(path) || holdsRepositories(path)
  const open = [root, temp, '/dev', ...writable, ...pinned, ...replaced.filter((path) => !isClosed(path))]
  const closed = [...readOnly, ...replaced.filter(isClosed)]
  const reopened = writable.filter((path) => replaced.some((place) => path.startsWith(`${place}/`)))
  const closedAgain = closed.filter((path) => reopened.some((place) => path.startsWith(`${place}/`)))
  const hosts = [...(proxyPort === null ? [] : [proxyPort]), ...forwards]
  return [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    `(allow file-write* ${open.map(subpath).join(' ')})`,
    // By name, also where they do not exist yet.
    `(deny file-write* ${[...closed.map(subpath), ...GIT_RULES].join(' ')})`,
    ...reopened.map((path) => `(allow file-write* ${subpath(path)})`),
    ...(reopened.length === 0
      ? []
      : [`(deny file-write* ${[...closedAgain.map(subpath), ...GIT_RULES].join(' ')})`]),
    ...pinned.map((path) => `(deny file-write-unlink (literal ${quoted(path)}))`),
    // A deeper place is an exception of the one around it. At one path hiding wins.
    ...[
      ...visible.map((path) => ({ path, rule: `(allow file-read* ${subpath(path)})` })),
      ...hiddenFolders.map((path) => ({ path, rule: `(deny file-read* file-write* ${subpath(path)})` })),
    ]
      .sort((left, right) => left.path.length - right.path.length)
      .map(({ rule }) => rule),
    ...hiddenFiles.map((path) => `(deny file-read* file-write* (literal ${quoted(path)}))`),
    '(deny network*)',
    '(allow network* (local ip "localhost:*"))',
    ...hosts.map((port) => `(allow network-outbound (remote ip "localhost:${port}"))`),
    '(deny mach-lookup (global-name "com.apple.SecurityServer"))',
    '(deny process-info* (target others))',
    '(allow process-info* (target same-sandbox))',
    '(deny signal)',
    '(allow signal (target same-sandbox))',
  ].join('\n')
}

/** Git runs what these name. Case does not matter on the file systems of macOS. */
const GIT_RULES = [
  '(regex #"/\\.[gG][iI][tT]/([^/]+/)*[hH][oO][oO][kK][sS](/|$)")',
  '(regex #"/\\.[gG][iI][tT]/([^/]+/)*[cC][oO][nN][fF][iI][gG](\\.worktree)?$")',
]

function subpath(path: string): string {
  return `(subpath ${quoted(path)})`
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
