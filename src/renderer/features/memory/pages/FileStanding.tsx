import type { PageDetail } from '#shared/knowledge/page.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import type { PageParts } from './page-parts.ts'

/** The file a page was read from, and what holds between the two now. */
export function FileStanding({ detail }: PageParts & { readonly detail: PageDetail }) {
  const t = useText()
  const { source } = detail.page
  if (source === null) return null
  return (
    <p className="-mt-3 flex min-w-0 items-center gap-1.5 text-fg-3 text-xs">
      <Icon name="file" size="xs" />
      <span className="min-w-0 truncate">{source.file}</span>
      <span className="whitespace-nowrap">· {t(`pages.standing.${source.standing}`)}</span>
    </p>
  )
}
