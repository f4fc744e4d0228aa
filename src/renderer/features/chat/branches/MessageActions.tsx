import { type ReactNode, useMemo } from 'react'
import { isTerminal } from '#shared/run/run-status.ts'
import { classNames } from '../../../ui/base/class-names.ts'
import { useSession } from '../chat-context.ts'

/**
 * The row of small buttons under a message. It shows while the pointer or the focus is in the message; what tells
 * something, such as a branch picker, is given as `always`.
 */
export function MessageActions({
  children,
  always,
  side,
}: {
  readonly children: ReactNode
  readonly always: ReactNode
  readonly side: 'left' | 'right'
}) {
  return (
    <div className={classNames('-mb-2 flex min-h-6 items-center gap-1', side === 'right' && 'justify-end')}>
      {side === 'right' ? null : always}
      <span className="flex items-center gap-1 opacity-0 focus-within:opacity-100 group-hover/message:opacity-100 group-focus-within/message:opacity-100">
        {children}
      </span>
      {side === 'right' ? always : null}
    </div>
  )
}

/** Whether a run is active, because only that run may change the history. */
export function useBusy(): boolean {
  const runs = useSession((state) => state.folds.runs)
  return useMemo(() => Object.values(runs).some((run) => !isTerminal(run.status)), [runs])
}
