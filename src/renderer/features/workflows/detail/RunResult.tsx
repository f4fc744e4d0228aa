import type { WorkflowView } from '#shared/workflow/fold-workflow.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { ValueView } from './ValueView.tsx'

/** Shows the run's result, or a hint, while no agent is selected. */
export function RunResult({ view }: { view: WorkflowView }) {
  const t = useText()
  if (view.state !== 'done') {
    return <p className="p-4 text-fg-3 text-sm">{t('workflows.detail.pick')}</p>
  }
  return (
    <>
      <div className="flex h-(--h-bar) shrink-0 items-center pl-4">
        <h2 className="pane-title font-semibold text-fg-2 text-sm">{t('workflows.ended.result')}</h2>
      </div>
      <ValueView value={view.value} />
    </>
  )
}
