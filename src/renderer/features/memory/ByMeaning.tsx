import { useText } from '../../messages/TextProvider.tsx'

/** Says of what was found by meaning how near it is. Nothing for what has the words. */
export function ByMeaning({ meaning }: { readonly meaning: number | null }) {
  const t = useText()
  if (meaning === null) return null
  return (
    <span className="figures whitespace-nowrap text-fg-2">
      {t('memory.byMeaning', { score: meaning.toFixed(2) })}
    </span>
  )
}
