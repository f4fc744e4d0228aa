import { useText } from '../../../messages/TextProvider.tsx'
import { ALL_PHASES, type PhaseRow } from './phase-rows.ts'

type Named = Pick<PhaseRow, 'key' | 'title' | 'group'>

/**
 * Shows the name of a phase; one of a nested workflow follows the workflow's name, which is truncated first.
 */
export function PhaseName({ phase }: { phase: Named }) {
  const name = usePhaseName()
  const whole = name(phase)
  if (phase.title === null || phase.group === null) return <span className="truncate">{whole}</span>
  return (
    <span className="flex min-w-0" title={whole}>
      <span className="min-w-6 truncate text-fg-3">{phase.group}</span>
      <span className="shrink-0 whitespace-pre text-fg-3"> ▸ </span>
      <span className="max-w-3/4 shrink-0 truncate">{phase.title}</span>
    </span>
  )
}

/** The words for a phase: its title and the nested workflow it is of, that alone, or what no title means. */
export function usePhaseName() {
  const t = useText()
  return ({ key, title, group }: Named): string => {
    if (key === ALL_PHASES) return t('workflows.phase.all')
    if (title !== null && group !== null) return `${group} ▸ ${title}`
    return title ?? group ?? t('workflows.phase.none')
  }
}
