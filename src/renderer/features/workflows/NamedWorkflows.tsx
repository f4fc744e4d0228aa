import type { SavedWorkflow } from '#shared/workflow/workflow-run.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { workflowAbout } from '../../ui/names/workflow-about.ts'
import { savedKey } from './saved-lists.ts'

type NamedWorkflowsProps = {
  readonly saved: readonly SavedWorkflow[]
  readonly onLaunch: (key: string) => void
}

/** Shows the saved workflows to a person without any run yet. */
export function NamedWorkflows({ saved, onLaunch }: NamedWorkflowsProps) {
  const t = useText()
  const usable = saved.filter(({ problem }) => problem === null)
  if (usable.length === 0) return null
  return (
    <ul aria-label={t('workflows.savedList')} className="my-3 grid w-full max-w-md gap-1 text-left">
      {usable.map((workflow) => (
        <li key={savedKey(workflow)}>
          <button
            type="button"
            onClick={() => onLaunch(savedKey(workflow))}
            className="grid w-full gap-px rounded-md border border-line px-3 py-2 text-left hover:bg-hover"
          >
            <span className="flex items-baseline gap-2 text-fg text-sm">
              <span className="min-w-0 grow truncate font-medium">{workflow.name}</span>
              <span className="shrink-0 text-fg-3 text-xs">{t(`workflows.launch.${workflow.source}`)}</span>
            </span>
            <span className="line-clamp-2 text-fg-3 text-xs">{workflowAbout(workflow, t)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
