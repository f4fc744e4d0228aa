import type { SandboxBlock } from '#shared/sandbox/sandbox.ts'
import { holds } from './profile.ts'

type Seen = {
  readonly root: string
  readonly home: string
  readonly hidden: readonly string[]
}

/** Length of the output tail that is searched, in characters. */
const SEARCHED = 64 * 1024
const MOST_BLOCKS = 20
const LONGEST_NAME = 300
/** Some of the words below take the square of a line's length. No program names what it misses on a longer line. */
const LONGEST_LINE = 1_000

const READ_ONLY =
  /read-only file system|\bEROFS\b|errno 30\b|os error 30\b|device or resource busy|operation not permitted/i
/** Error text of git for settings it cannot write. */
const GIT_SETTINGS = /could not (?:write|lock) config file ([^:]+): /i
const MISSING = /no such file|permission denied|cannot access|ENOENT|EACCES/i
const SOCKET = /unix:\/\/(\/[^\s:'"]+)|((?:\/[^\s:'"]+)?\/[\w.-]+\.sock(?:et)?)\b/i

/** The start of a shell's error message. */
const SHELL = /^\S*sh: (?:line )?\d+: |^\S*sh: /

/** The words of programs that cannot find a host: curl and git, wget, Node, Python, Rust, Go, Java. */
const HOSTS: readonly RegExp[] = [
  /could not resolve (?:host|proxy): ['"]?([\w.-]+)/i,
  /unable to resolve host address ['‘"]?([\w.-]+)/i,
  /getaddrinfo (?:EAI_AGAIN|ENOTFOUND) ([\w.-]+)/i,
  /host='([\w.-]+)', port=\d+/i,
  /failed to lookup address information.*?\b([\w-]+(?:\.[\w-]+)+)/i,
  /dial tcp: lookup ([\w.-]+)/i,
  /UnknownHostException: ([\w.-]+)/,
  /temporary failure in name resolution.*?\b([\w-]+(?:\.[\w-]+)+)/i,
  /\b([\w-]+(?:\.[\w-]+)+): temporary failure in name resolution/i,
]
/** A port of this machine, as Node, curl and Go name it. */
const LOCAL_PORT =
  /(?:ECONNREFUSED|connect to|dial tcp|connecting to|connection refused.*?)\s+\[?(?:127\.0\.0\.1|localhost|::1)\]?(?::| port )(\d{2,5})/i

/** Finds in the output of a failed command what the sandbox kept from it. Programs name it in their own words. */
export function blocksIn(output: string, seen: Seen): SandboxBlock[] {
  const found = new Map<string, SandboxBlock>()
  const add = (what: SandboxBlock['what'], name: string): void => {
    if (name === '' || name.length > LONGEST_NAME || found.size >= MOST_BLOCKS) return
    const known = found.get(`${what} ${name}`)
    found.set(`${what} ${name}`, { what, name, tries: (known?.tries ?? 0) + 1 })
  }
  for (const line of output.slice(-SEARCHED).split('\n')) {
    if (line.length > LONGEST_LINE) continue
    const path = pathIn(line.replace(SHELL, ''), seen)
    if (READ_ONLY.test(line) && path !== null && isElsewhere(path)) add('write', path)
    else if (MISSING.test(line) && path !== null && seen.hidden.some((place) => holds(place, path)))
      add('read', path)
    const socket = /docker daemon|connect|socket/i.test(line) ? SOCKET.exec(line) : null
    if (socket !== null) add('socket', (socket[1] ?? socket[2] ?? '').replace(/\.$/, ''))
    const host = HOSTS.map((words) => words.exec(line)?.[1]).find((name) => name !== undefined)
    if (host !== undefined) add('host', host.toLowerCase())
    const port = LOCAL_PORT.exec(line)?.[1]
    if (port !== undefined) add('host', `localhost:${port}`)
  }
  return [...found.values()]
}

/** Everything seen in an output, without the hosts that the proxy already named. */
export function withoutHosts(
  seen: readonly SandboxBlock[],
  blocked: readonly SandboxBlock[],
): SandboxBlock[] {
  const hosts = new Set(blocked.map(({ name }) => name.replace(/:\d+$/, '')))
  return seen.filter(({ what, name }) => what !== 'host' || !hosts.has(name))
}

/** Places inside the sandbox that are not those of the machine. */
function isElsewhere(path: string): boolean {
  return !['/proc', '/dev', '/sys'].some((place) => holds(place, path))
}

/** The first path in a line: in quotes, absolute, or before a colon. Relative ones are in the project. */
function pathIn(line: string, { root, home }: Seen): string | null {
  const settings = GIT_SETTINGS.exec(line)?.[1]
  const quoted = /['‘"`]([^'’"`]*\/[^'’"`]*|[^'’"`\s]+)['’"`]/.exec(line)?.[1]
  const whole = /(?:^|[\s:(=])(~?\/[^\s:'"’)]+)/.exec(line)?.[1]
  const relative = /(?:^|:\s+)([\w.@+-]+(?:\/[\w.@+-]+)*):\s+[^:]*$/.exec(line)?.[1]
  const path = [settings, quoted, whole, relative].find((each) => each !== undefined)
  if (path === undefined) return null
  if (path.startsWith('~/')) return `${home}${path.slice(1)}`
  return path.startsWith('/') ? path : `${root}/${path.replace(/^\.\//, '')}`
}
