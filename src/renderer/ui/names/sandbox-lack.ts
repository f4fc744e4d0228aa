import type { SandboxLack } from '#shared/sandbox/sandbox.ts'
import type { Text } from '../../messages/TextProvider.tsx'

const COMMAND = 'sudo apt-get install bubblewrap socat'

/** Returns why this machine has no sandbox, with a fix if known. */
export function lackText(lack: SandboxLack, t: Text): string {
  if (lack === 'no_bubblewrap') return t('settings.sandbox.lack.no_bubblewrap', { command: COMMAND })
  return t(`settings.sandbox.lack.${lack}`)
}
