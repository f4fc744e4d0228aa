import type { SandboxSupport } from '#shared/sandbox/sandbox.ts'
import { withFilter } from './bubblewrap.ts'

/** The output and exit code of a program; null when it failed to start. */
export type ProbeResult = { readonly exitCode: number | null; readonly output: string } | null

export type SupportDeps = {
  readonly platform: NodeJS.Platform
  readonly exists: (file: string) => boolean
  /** The file with the filter of system calls that every command gets; null on an architecture without one. */
  readonly filter: string | null
  /** Runs a program to its end, within a few seconds. */
  readonly run: (file: string, args: readonly string[]) => Promise<ProbeResult>
}

/** Locations of bubblewrap. Only those that need an administrator: a project must not supply its own. */
const BUBBLEWRAP = [
  '/usr/bin/bwrap',
  '/bin/bwrap',
  '/usr/local/bin/bwrap',
  '/run/current-system/sw/bin/bwrap',
]
const SOCAT = ['/usr/bin/socat', '/bin/socat', '/usr/local/bin/socat', '/run/current-system/sw/bin/socat']
const SEATBELT = '/usr/bin/sandbox-exec'

/** The smallest sandbox that has everything a command gets. */
const PROBE = [
  ...[
    '--unshare-user',
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup-try',
    '--unshare-net',
  ],
  ...[
    '--cap-drop',
    'ALL',
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    '--tmpfs',
    '/run',
    '--',
    '/bin/true',
  ],
]

/** The path of bubblewrap; null where it is not installed. */
export function findBubblewrap(exists: SupportDeps['exists']): string | null {
  return BUBBLEWRAP.find(exists) ?? null
}

/** Finds out whether this machine can run commands in a sandbox, by doing it once. */
export async function findSandboxSupport({
  platform,
  exists,
  filter,
  run,
}: SupportDeps): Promise<SandboxSupport> {
  if (platform === 'linux') {
    const bwrap = findBubblewrap(exists)
    if (bwrap === null) return { available: false, lack: 'no_bubblewrap', output: '' }
    const probe = await run(bwrap, PROBE)
    if (probe?.exitCode !== 0) {
      return { available: false, lack: 'no_namespaces', output: probe?.output.trim().slice(0, 500) ?? '' }
    }
    if (filter !== null) {
      const { file, args } = withFilter(filter, bwrap, PROBE)
      const filtered = await run(file, args)
      if (filtered?.exitCode !== 0)
        return { available: false, lack: 'no_filter', output: filtered?.output.trim().slice(0, 500) ?? '' }
    }
    return { available: true, kind: 'bubblewrap', proxy: SOCAT.some(exists) }
  }
  if (platform === 'darwin') {
    const probe = exists(SEATBELT)
      ? await run(SEATBELT, ['-p', '(version 1)(allow default)', '/usr/bin/true'])
      : null
    if (probe?.exitCode !== 0)
      return { available: false, lack: 'no_seatbelt', output: probe?.output.slice(0, 500) ?? '' }
    return { available: true, kind: 'seatbelt', proxy: true }
  }
  return { available: false, lack: platform === 'win32' ? 'windows' : 'system', output: '' }
}
