import type { ReactNode } from 'react'
import type { ChangePlaceId } from '#shared/ids.ts'
import type { Effort } from '#shared/model/efforts.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import { Rich, useText } from '../../messages/TextProvider.tsx'
import { classNames } from '../../ui/base/class-names.ts'
import { Icon } from '../../ui/base/Icon.tsx'
import { useNumbers } from '../../ui/base/numbers.ts'
import { SlotPlace } from '../../ui/base/Slot.tsx'
import { Mark } from '../../ui/controls/Mark.tsx'
import { Meter } from '../../ui/limits/Meter.tsx'
import { BranchItem } from './BranchItem.tsx'
import { SandboxItem, type SandboxItemProps } from './SandboxItem.tsx'

/** The contents of the status bar. `null` hides a part. */
export type Status = {
  /** Without a label no model is there to answer. */
  readonly model: { readonly label: string | null } | null
  /** The effort that the next request asks for; null where it names none. */
  readonly effort: Effort | null
  readonly context: { readonly used: number; readonly whole: number } | null
  /** In dollars; `free` has a price of nothing, `plan` is covered by a plan, `unpriced` has no known price. */
  readonly cost: number | 'free' | 'plan' | 'unpriced' | null
  readonly running: number
  /** Running background programs of the chat in view. */
  readonly jobs: number
  readonly waiting: number
  readonly branch: string | null
  /** Whether the branch is that of a worktree. */
  readonly isWorktree: boolean
  /** The folder of the branch; null without one. */
  readonly placeId: ChangePlaceId | null
  readonly mode: PermissionMode
}

type StatusLineProps = {
  readonly status: Status
  readonly sandbox: Omit<SandboxItemProps, 'mode'>
}

/** The line at the foot of the window: who answers, how full, how much, what runs, what waits. */
export function StatusLine({ status, sandbox }: StatusLineProps) {
  const t = useText()
  return (
    <div
      role="status"
      // Figures that change all the time are looked up, not read out.
      aria-live="off"
      aria-label={t('shell.status')}
      className="figures flex h-(--h-status) items-center gap-1 overflow-hidden border-line border-t px-2 text-fg-2 text-xs"
    >
      {status.model === null ? null : (
        <Item>
          <Icon name="model" size="xs" />
          <b className="font-medium text-fg">{status.model.label ?? t('shell.status.noModel')}</b>
          {status.effort === null ? null : (
            <span className="text-fg-3">{t(`shell.effort.${status.effort}`)}</span>
          )}
        </Item>
      )}
      {status.context === null ? null : <ContextItem {...status.context} />}
      <CostItem cost={status.cost} />
      <RunningItem running={status.running} />
      {status.jobs === 0 ? null : (
        <Item>
          <Icon name="terminal" size="xs" />
          {t('jobs.count', { count: status.jobs })}
        </Item>
      )}
      {status.waiting === 0 ? null : (
        <Item className="text-warn-fg">
          <Mark state="wait" />
          {t('shell.needYou', { count: status.waiting })}
        </Item>
      )}
      <span className="grow" />
      <SlotPlace name="status" className="flex items-center gap-1" />
      <SandboxItem {...sandbox} mode={status.mode} />
      {status.branch === null ? null : (
        <Item className={status.isWorktree ? 'text-accent-fg' : 'max-wide:hidden'}>
          <BranchItem branch={status.branch} isWorktree={status.isWorktree} placeId={status.placeId} />
        </Item>
      )}
      <ModeItem mode={status.mode} />
    </div>
  )
}

function Item({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'flex h-5 items-center gap-1.5 whitespace-nowrap rounded-xs px-2',
        className ?? '',
      )}
    >
      {children}
    </span>
  )
}

function ContextItem({ used, whole }: { used: number; whole: number }) {
  const t = useText()
  const numbers = useNumbers()
  const share = whole === 0 ? 0 : used / whole
  const percent = numbers.percent(share)
  return (
    <Item>
      {t('shell.status.context')}
      <Meter
        className="w-12"
        label={t('shell.status.contextLabel', { percent })}
        parts={[{ key: 'used', share, fill: share > 0.9 ? 'warn' : 'plain' }]}
      />
      <b className="font-medium text-fg">{percent}</b>
      {used === 0 ? null : (
        <span className="text-fg-3 max-wide:hidden">
          {t('shell.status.contextOf', { used: numbers.short(used), whole: numbers.short(whole) })}
        </span>
      )}
    </Item>
  )
}

function CostItem({ cost }: { cost: Status['cost'] }) {
  const t = useText()
  const numbers = useNumbers()
  if (cost === null) return null
  const text = typeof cost === 'number' ? numbers.dollars(cost) : t(`shell.status.${cost}`)
  return (
    <Item>
      {t('shell.status.cost')}
      <b className="font-medium text-fg">{text}</b>
    </Item>
  )
}

function RunningItem({ running }: { running: number }) {
  const t = useText()
  const numbers = useNumbers()
  return (
    <Item>
      <Mark
        state={running > 0 ? 'run' : 'pend'}
        {...(running > 0 ? {} : { label: t('shell.status.noneRunning') })}
      />
      <span title={t('shell.status.runningHint')}>
        <Rich
          message="shell.status.running"
          values={{
            count: running,
            running: <b className="font-medium text-fg">{numbers.whole(running)}</b>,
          }}
        />
      </span>
    </Item>
  )
}

function ModeItem({ mode }: { mode: PermissionMode }) {
  const t = useText()
  if (mode !== 'bypass') {
    return (
      <Item>
        <Icon name="shield" size="xs" />
        {t(`shell.mode.${mode}`)}
      </Item>
    )
  }
  return (
    <Item className="bg-bad-wash text-bad-fg">
      <Icon name="alert" size="xs" />
      <b className="font-medium">{t('shell.mode.bypass')}</b>
      <span className="max-medium:hidden">{t('shell.bypassWarning')}</span>
    </Item>
  )
}
