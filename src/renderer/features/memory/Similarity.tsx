import { useText } from '../../messages/TextProvider.tsx'

/** Shows the similarity of a semantic match; empty for a word match. */
export function Similarity({ meaning }: { readonly meaning: number | null }) {
  const t = useText()
  if (meaning === null) return null
  return (
    <span className="figures whitespace-nowrap text-fg-2">
      {t('memory.byMeaning', { score: meaning.toFixed(2) })}
    </span>
  )
}
