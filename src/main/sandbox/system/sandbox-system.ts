import { existsSync } from 'node:fs'

/** The system whose sandbox is looked for. */
export type SandboxSystem = {
  readonly platform: NodeJS.Platform
  readonly exists: (file: string) => boolean
  /** Whether programs may create user namespaces. */
  readonly hasNamespaces: boolean
}

const NOTHING_THERE = () => false

/** Systems without a sandbox that tests run the app as. None of them gives a sandbox that this machine does not have. */
const SIMULATED: Readonly<Record<string, SandboxSystem>> = {
  macos: { platform: 'darwin', exists: NOTHING_THERE, hasNamespaces: false },
  windows: { platform: 'win32', exists: NOTHING_THERE, hasNamespaces: false },
  'no-bubblewrap': { platform: 'linux', exists: NOTHING_THERE, hasNamespaces: true },
  'no-namespaces': { platform: 'linux', exists: existsSync, hasNamespaces: false },
}

/** Returns this machine, or the system without a sandbox that the variable `ORRERY_SANDBOX_SYSTEM` names. */
export function sandboxSystem(env: NodeJS.ProcessEnv): SandboxSystem {
  const named = env['ORRERY_SANDBOX_SYSTEM'] ?? ''
  if (Object.hasOwn(SIMULATED, named)) {
    const simulated = SIMULATED[named]
    if (simulated !== undefined) return simulated
  }
  return { platform: process.platform, exists: existsSync, hasNamespaces: true }
}
