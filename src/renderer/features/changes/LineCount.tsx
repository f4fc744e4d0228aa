import { useText } from '../../messages/TextProvider.tsx'

type LineCountProps = {
  readonly added: number | null
  readonly removed: number | null
  /** For a place that says the numbers itself. */
  readonly silent?: boolean
}

/** Lines added and removed; nothing where they are not counted. */
export function LineCount({ added, removed, silent = false }: LineCountProps) {
  const t = useText()
  if (added === null || removed === null) return null
  return (
    <span className="figures plain-code whitespace-nowrap text-xs">
      {silent ? null : <span className="unseen">{t('changes.lines', { added, removed })}</span>}
      <span aria-hidden="true">
        <span className={added === 0 ? 'text-fg-3' : 'text-ok-fg'}>+{added}</span>{' '}
        <span className={removed === 0 ? 'text-fg-3' : 'text-bad-fg'}>−{removed}</span>
      </span>
    </span>
  )
}
