import type { PermissionMode } from '#shared/permission/mode.ts'
import type { SandboxStatus } from '#shared/sandbox/sandbox.ts'
import type { SandboxMode } from '#shared/sandbox/settings.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Icon } from '../../ui/base/Icon.tsx'
import { lackText } from '../../ui/names/sandbox-lack.ts'

export type SandboxItemProps = {
  /** Null until main has answered. */
  readonly status: SandboxStatus | null
  readonly setting: SandboxMode
  readonly mode: PermissionMode
}

/** Shows in the status line whether commands of this chat run in the sandbox. */
export function SandboxItem({ status, setting, mode }: SandboxItemProps) {
  const t = useText()
  if (status === null) return null
  const state = stateOf(status, setting, mode)
  const { support } = status
  const why = state === 'none' && !support.available ? lackText(support.lack, t) : undefined
  return (
    <span
      title={why}
      className="flex h-5 items-center gap-1.5 whitespace-nowrap rounded-xs px-2 max-medium:hidden"
    >
      <Icon name={state === 'on' ? 'lock' : 'info'} size="xs" />
      {t(`sandbox.status.${state}`)}
    </span>
  )
}

function stateOf({ support }: SandboxStatus, setting: SandboxMode, mode: PermissionMode) {
  if (setting === 'off') return 'off'
  if (!support.available) return 'none'
  return setting === 'auto' && mode === 'bypass' ? 'fullAccess' : 'on'
}
