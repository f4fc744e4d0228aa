import { type Program, REACH_SOCKET, type SandboxProfile } from '../sandbox-profile.ts'
import forwarder from './forward.pl?raw'

/** The port of the forwarder inside, for programs that use a proxy. */
export const PROXY_PORT = 3128

/** The folder inside the sandbox that holds the sockets of the app. */
const LINK = '/run/orrery'

/** The descriptor on which bubblewrap reads the filter of system calls. */
const FILTER_FD = '9'

/**
 * Files of the kernel that everybody may open for writing, without any capability. All others in `/proc` belong to root,
 * or to the owner of a program.
 */
const OPEN_KERNEL_FILES = ['/proc/sys', '/proc/pressure']

type Mount = { readonly path: string; readonly rank: number; readonly args: readonly string[] }

/**
 * Builds the command line that runs a program in bubblewrap. Always in a user namespace without capabilities: as root it
 * would keep them otherwise, and a remount would open everything.
 */
export function bubblewrapCommand(bwrap: string, profile: SandboxProfile, program: Program): Program {
  const { root, cwd, filter, limits } = profile
  const args = [
    ...[
      '--unshare-user',
      '--unshare-pid',
      '--unshare-ipc',
      '--unshare-uts',
      '--unshare-cgroup-try',
      '--unshare-net',
    ],
    ...['--cap-drop', 'ALL'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', ...sized(limits.memoryBytes, SHARED, '/dev/shm')],
    ...['--remount-ro', '/dev', '--proc', '/proc'],
    ...kernelGuards(profile),
    ...mountsOf(profile).flatMap((mount) => mount.args),
    ...['--chdir', cwd ?? root, '--'],
    ...inside(profile, program),
  ]
  return filter === null ? { file: bwrap, args } : withFilter(filter, bwrap, args)
}

/**
 * Closes the files of the kernel. To root belong so many that all of `/proc` is closed: what programs then lose of their
 * own files there, such as the map of a user namespace, root has no use for inside. An ordinary user needs those.
 */
function kernelGuards({ asRoot }: SandboxProfile): string[] {
  if (asRoot) return ['--remount-ro', '/proc']
  return OPEN_KERNEL_FILES.flatMap((path) => ['--ro-bind-try', path, path])
}

/** Bubblewrap takes the filter of system calls from an open file, which only a shell can hand over. */
export function withFilter(filter: string, bwrap: string, args: readonly string[]): Program {
  const opens = `exec "$@" ${FILTER_FD}<"$0"`
  return { file: '/bin/sh', args: ['-c', opens, filter, bwrap, '--seccomp', FILTER_FD, ...args] }
}

const MEBIBYTE = 1024 * 1024
/** The part of the memory that a folder in memory may take. */
const SHARED = 0.25
/** The size of such a folder where memory has no limit. */
const UNLIMITED = 1024 * MEBIBYTE

/** Mounts a folder in memory, which would take half of the machine's memory. */
function sized(memory: number | null, part: number, path: string, most = UNLIMITED): string[] {
  const size = memory === null ? most : Math.max(MEBIBYTE, Math.floor(memory * part))
  return ['--size', String(size), '--tmpfs', path]
}

/** Deeper places are mounted later and win. At one path hiding wins over closing, and closing over opening. */
function mountsOf(profile: SandboxProfile): Mount[] {
  const mount = (rank: number, args: (path: string) => readonly string[]) => (path: string) => ({
    path,
    rank,
    args: args(path),
  })
  const mounts = [
    mount(0, (path) => sized(null, 1, path, 16 * MEBIBYTE))('/run'),
    mount(0, (path) => ['--bind', profile.temp, path])('/tmp'),
    mount(0, (path) => sized(profile.limits.memoryBytes, SHARED, path))('/var/tmp'),
    ...profile.visible.map(mount(1, (path) => ['--ro-bind', path, path])),
    ...(profile.link === null ? [] : [mount(1, (path) => ['--ro-bind', profile.link ?? path, path])(LINK)]),
    ...[profile.root, ...profile.writable, ...profile.pinned].map(mount(2, (path) => ['--bind', path, path])),
    ...profile.readOnly.map(mount(3, (path) => ['--ro-bind', path, path])),
    ...profile.replaced.map(({ path, by }) => mount(2, (place) => ['--bind', by, place])(path)),
    ...profile.hiddenFolders.map(mount(4, (path) => sized(null, 1, path, MEBIBYTE))),
    ...profile.hiddenFiles.map(mount(4, (path) => ['--ro-bind', '/dev/null', path])),
  ]
  const strictest = new Map<string, Mount>()
  for (const each of mounts) {
    if ((strictest.get(each.path)?.rank ?? -1) < each.rank) strictest.set(each.path, each)
  }
  const depth = ({ path }: Mount) => path.split('/').length
  return [...strictest.values()].sort(
    (left, right) => depth(left) - depth(right) || (left.path < right.path ? -1 : 1),
  )
}

/**
 * Opens the ports by Perl, which starts several times faster than socat and is done once they are open. Variables could
 * make Perl load something else, or read bytes as letters.
 */
const FORWARD = `p=$1; shift; f=$(unset PERL5OPT PERL5LIB PERLLIB PERL5DB PERL_UNICODE PERLIO; PERL_BADLANG=0 exec /usr/bin/perl -e "$p"`

/**
 * Waits up to a few seconds until a port of socat is open, where Perl is missing: a program would take it for closed
 * before. Socat needs some milliseconds, so the first tries follow each other at once: starting `sleep` would take as long
 * again.
 */
const LISTENS = `listens() { while read -r _ a _ s _; do case "$a $s" in *:"$1 0A") return 0; esac; done < /proc/net/tcp; return 1; }
until_listens() { n=0; until listens "$1" || [ "$n" -ge 1000 ]; do n=$((n + 1)); [ "$n" -lt 100 ] || sleep 0.002; done; }`

/** A port as `/proc/net/tcp` writes it. */
const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')

/**
 * Sets the limits and starts the forwarders inside, then the program. A shell script does this itself, before its own
 * first command: another shell before it would take a millisecond to start. With forwarders a small shell stays, so that
 * they end with the program.
 */
function inside(profile: SandboxProfile, { file, args }: Program): string[] {
  const lines = setUp(profile)
  const { link, forwards, reach } = profile
  if (link === null) {
    const [flag, script, ...more] = args
    if (file === BASH && flag === '-c' && script !== undefined && more.length === 0)
      return [file, flag, `${lines.join('; ')}; ${script}`]
    return ['/bin/sh', '-c', `${lines.join('; ')}; exec "$@"`, 'sandbox', file, ...args]
  }
  const ports = [
    { port: PROXY_PORT, socket: 'proxy' },
    ...forwards.map((port) => ({ port, socket: String(port) })),
  ]
  // The port 0: the app reaches ports of the sandbox by this socket.
  const pairs = [...ports, ...(reach ? [{ port: 0, socket: REACH_SOCKET }] : [])]
    .map(({ port, socket }) => `${port} ${LINK}/${socket}`)
    .join(' ')
  lines.push(
    `${FORWARD} ${pairs} </dev/null 2>/dev/null)`,
    'if [ -z "$f" ]; then',
    ...ports.map(
      ({ port, socket }) =>
        `socat TCP-LISTEN:${port},bind=127.0.0.1,fork,reuseaddr,backlog=128 UNIX-CONNECT:${LINK}/${socket} </dev/null >/dev/null 2>&1 & f="$f $!"`,
    ),
    LISTENS,
    ...ports.map(({ port }) => `until_listens ${hex(port)}`),
    'fi',
  )
  lines.push('"$@"', 'r=$?', 'kill -9 $f', 'exit $r')
  return ['/bin/sh', '-c', lines.join('\n'), 'sandbox', forwarder, file, ...args]
}

const BASH = '/bin/bash'

/** The first act of a shell inside: it writes the mark of the start and sets the limits. */
function setUp({ limits, startMark }: SandboxProfile): string[] {
  // With `command` a full disk ends only the mark, and not the shell.
  const lines = [`{ command : > /tmp/${startMark}; } 2>/dev/null`]
  if (limits.memoryBytes !== null) lines.push(`ulimit -d ${Math.floor(limits.memoryBytes / 1024)}`)
  if (limits.processes !== null)
    lines.push(`ulimit -u ${limits.processes} 2>/dev/null || ulimit -p ${limits.processes} 2>/dev/null`)
  return lines
}
