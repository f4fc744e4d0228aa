import type { MemoryScope } from '#shared/memory/memory.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'

type ScopeChipProps = {
  readonly scope: MemoryScope
  /** The project it is kept for, where that is to be named. Null: it is not in the list any more. */
  readonly project?: { readonly name: string } | null
}

/** Whether something is kept for a project or for all of them. */
export function ScopeChip({ scope, project }: ScopeChipProps) {
  const t = useText()
  if (scope.level === 'user') return <Chip size="small">{t('memory.scope.user')}</Chip>
  if (project === undefined) return <Chip size="small">{t('memory.scope.project')}</Chip>
  return <Chip size="small">{t('memory.scope.of', { name: project?.name ?? t('memory.scope.gone') })}</Chip>
}
