import type { RefObject } from 'react'
import type { PageHit } from '#shared/knowledge/page.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { type Entry, EntryList } from '../items/EntryList.tsx'
import { Similarity } from '../Similarity.tsx'
import type { PageParts } from './page-parts.ts'
import { seenName } from './seen-name.ts'

type PageListProps = PageParts & {
  readonly hits: readonly PageHit[]
  readonly search: string
  readonly listRef: RefObject<HTMLDivElement | null>
}

/** The pages that were found, each with the part that fits best. */
export function PageList({ hits, acts, state, picked, onPick, ...parts }: PageListProps) {
  const t = useText()
  const show = ({ page, found, meaning }: PageHit): Entry => ({
    title: page.title,
    scope: page.scope,
    updatedAt: page.updatedAt,
    heading: found?.heading ?? '',
    text: found?.text ?? page.excerpt,
    foot: (
      <>
        <Origin page={page} />
        {meaning === undefined ? null : <span className="grow" />}
        <Similarity meaning={meaning ?? null} />
      </>
    ),
  })
  return (
    <EntryList
      {...parts}
      label={t('pages.list')}
      found={hits}
      idOf={({ page }) => page.id}
      show={show}
      picking={{ picked, onPick, onRemove: (id) => acts.bulk([id], { act: 'remove' }) }}
      more={state.more}
    />
  )
}

function Origin({ page: { source } }: Pick<PageHit, 'page'>) {
  const t = useText()
  return (
    <>
      <Icon name={source === null ? 'user' : 'file'} size="xs" />
      <span className="min-w-0 truncate">
        {source === null ? t('memory.byPerson') : seenName(source.file)}
      </span>
      {source === null || source.standing === 'follows' || source.standing === 'apart' ? null : (
        <>
          <span className="grow" />
          <span className="whitespace-nowrap text-warn-fg">{t(`pages.standing.${source.standing}`)}</span>
        </>
      )}
    </>
  )
}
