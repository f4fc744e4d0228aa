import type { PageDetail } from '#shared/knowledge/page.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import type { PageParts } from './page-parts.ts'
import { seenName } from './seen-name.ts'

/** The file a page was read from, what holds between the two now, and the way back to the words of the file. */
export function PageSource({ api, app, acts, detail }: PageParts & { readonly detail: PageDetail }) {
  const t = useText()
  const { page } = detail
  const { source } = page
  if (source === null) return null
  const take = async () => {
    const made = await api.command('knowledge.take', { id: page.id })
    acts.done(t('pages.taken', { file: seenName(source.file) }), made.changeId)
  }
  if (source.standing === 'edited' || source.standing === 'changed') {
    return (
      <Banner
        look={source.standing === 'changed' ? 'warn' : 'plain'}
        action={
          <Button size="small" onClick={() => app.attempt(take())}>
            {t('pages.take')}
          </Button>
        }
      >
        {t(`pages.kept.${source.standing}`, { file: seenName(source.file) })}
      </Banner>
    )
  }
  return (
    <p className="-mt-3 flex min-w-0 items-center gap-1.5 text-fg-3 text-xs">
      <Icon name="file" size="xs" />
      <span className="min-w-0 truncate">{seenName(source.file)}</span>
      <span className="whitespace-nowrap">· {t(`pages.standing.${source.standing}`)}</span>
    </p>
  )
}
