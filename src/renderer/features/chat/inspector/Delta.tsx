/** Lines added and removed. */
export function Delta({ added, removed }: { added: number; removed: number }) {
  return (
    <span className="figures plain-code whitespace-nowrap text-xs">
      <span className={added === 0 ? 'text-fg-3' : 'text-ok-fg'}>+{added}</span>{' '}
      <span className={removed === 0 ? 'text-fg-3' : 'text-bad-fg'}>−{removed}</span>
    </span>
  )
}
