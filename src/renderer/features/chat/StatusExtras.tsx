import { useMemo } from 'react'
import { currentPlan } from '#shared/plan/plan-progress.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { changedFiles } from '../../store/session-figures.ts'
import { useSession } from './chat-context.ts'
import { Delta } from './inspector/Delta.tsx'

/** Shows plan and files in the status bar of a narrow window, as in the inspector. */
export function StatusExtras() {
  const t = useText()
  const plan = useSession((state) => currentPlan(state.folds.plans))
  const path = useSession((state) => state.path)
  const files = useMemo(() => changedFiles(path), [path])
  const sum = (side: 'added' | 'removed') => files.reduce((total, file) => total + file[side], 0)
  const done = plan?.steps.filter((step) => step.status === 'completed').length ?? 0
  return (
    <>
      {plan === null ? null : (
        <span className="whitespace-nowrap px-2">
          {t('chat.plan')}{' '}
          <b className="font-medium text-fg">{t('chat.doneOf', { done, total: plan.steps.length })}</b>
        </span>
      )}
      {files.length === 0 ? null : (
        <span className="whitespace-nowrap px-2">
          <b className="font-medium text-fg">{t('chat.fileCount', { count: files.length })}</b>{' '}
          <Delta added={sum('added')} removed={sum('removed')} />
        </span>
      )}
    </>
  )
}
