import type { WorkflowView } from '#shared/workflow/fold-workflow.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { ValueView } from './ValueView.tsx'

/** What the detail shows while no agent is chosen: what the run came to, or how to go on. */
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
