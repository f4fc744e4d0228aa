import { Chip } from '../../../ui/controls/Chip.tsx'

/** The tags of a memory or a page. Nothing where there are none. */
export function Tags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <p className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <Chip key={tag} size="small">
          {tag}
        </Chip>
      ))}
    </p>
  )
}
