import { useText } from '../../../messages/TextProvider.tsx'
import { Facet, Facets } from './Facet.tsx'

type TagFacetsProps = {
  readonly tags: readonly { readonly tag: string; readonly count: number }[]
  readonly chosen: string | undefined
  readonly onTag: (tag: string) => void
}

/** Shows the tags as filters; empty without tags. */
export function TagFacets({ tags, chosen, onTag }: TagFacetsProps) {
  const t = useText()
  if (tags.length === 0) return null
  return (
    <Facets label={t('memory.tagged')}>
      {tags.map(({ tag, count }) => (
        <Facet key={tag} on={chosen === tag} count={count} onPick={() => onTag(tag)}>
          {tag}
        </Facet>
      ))}
    </Facets>
  )
}
