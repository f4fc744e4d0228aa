import type { SandboxSupport } from '#shared/sandbox/sandbox.ts'
import type { Program, SandboxProfile } from '../sandbox-profile.ts'
import { bubblewrapCommand, PROXY_PORT } from './bubblewrap.ts'
import { seatbeltCommand } from './seatbelt.ts'

/** Runs programs in the sandbox of a system. */
export type Launcher = {
  readonly wrap: (profile: SandboxProfile, program: Program) => Program
  /** Returns the proxy address for programs inside; null without network. */
  readonly proxyAddress: (profile: SandboxProfile) => string | null
}

/** The launcher for what this machine supports; null where there is none. */
export function launcherFor(support: SandboxSupport, bwrap: string): Launcher | null {
  if (!support.available) return null
  if (support.kind === 'seatbelt') {
    return {
      wrap: (profile, program) => seatbeltCommand('/usr/bin/sandbox-exec', profile, program),
      proxyAddress: ({ proxyPort }) => (proxyPort === null ? null : `http://127.0.0.1:${proxyPort}`),
    }
  }
  return {
    wrap: (profile, program) => bubblewrapCommand(bwrap, profile, program),
    proxyAddress: ({ link }) => (link === null ? null : `http://127.0.0.1:${PROXY_PORT}`),
  }
}
