import type { PageId } from '#shared/ids.ts'
import { PAGE_LIMITS, type PageDetail, type PageScope } from '#shared/knowledge/page.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { TextForm, type Written } from '../items/TextForm.tsx'
import type { PageParts } from './page-parts.ts'

type PageFormProps = PageParts & {
  /** Null for a new page. */
  readonly detail: PageDetail | null
  readonly onSaved: (id: PageId | null) => void
  readonly onCancel: () => void
}

/** Writes a page, or changes one. */
export function PageForm({ api, app, acts, state, detail, onSaved, onCancel }: PageFormProps) {
  const t = useText()
  const page = detail?.page ?? null
  const save = async ({ name: title, words: body, tags }: Written, scope: PageScope) => {
    const text = { title, body, tags: [...tags] }
    const made = await api.command('knowledge.set', { id: page?.id ?? null, scope, text })
    acts.done(t('pages.saved', { title }), made.changeId)
    onSaved(made.ids[0] ?? null)
  }
  const file = page?.source?.standing === 'follows' ? page.source.file : null
  return (
    <TextForm
      app={app}
      title={page === null ? t('pages.add') : t('memory.editOf', { key: page.title })}
      hint={file === null ? null : t('pages.editHint', { file })}
      name={{ label: t('pages.title'), most: PAGE_LIMITS.title }}
      words={{ label: t('pages.body'), hint: t('pages.bodyHint'), rows: 16 }}
      start={{ name: page?.title ?? '', words: detail?.body ?? '', tags: page?.tags ?? [] }}
      scope={page === null ? state.filter.scope : null}
      missing={({ name }) => (name === '' ? t('pages.missing') : null)}
      save={save}
      onCancel={onCancel}
    />
  )
}
