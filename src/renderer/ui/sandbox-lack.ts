import type { SandboxLack } from '#shared/sandbox/sandbox.ts'
import type { Text } from '../messages/TextProvider.tsx'

const COMMAND = 'sudo apt-get install bubblewrap socat'

/** Says why this machine has no sandbox, and how to get one where that is known. */
export function lackText(lack: SandboxLack, t: Text): string {
  if (lack === 'no_bubblewrap') return t('settings.sandbox.lack.no_bubblewrap', { command: COMMAND })
  return t(`settings.sandbox.lack.${lack}`)
}
