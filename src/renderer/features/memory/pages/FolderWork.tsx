import { useState } from 'react'
import type { PageFolder } from '#shared/knowledge/folder.ts'
import type { PageFilter } from '#shared/knowledge/page.ts'
import type { Data } from '../../../data/data.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { AppStore } from '../../../store/app-store.ts'
import { Icon } from '../../../ui/base/Icon.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Meter } from '../../../ui/limits/Meter.tsx'
import { lastName } from './last-name.ts'
import { seenName } from './seen-name.ts'
import { usePageWork } from './use-page-work.ts'

type FolderWorkProps = { readonly api: Data; readonly app: AppStore; readonly filter: PageFilter }

/** Folders that are being read or need a look, the one that is chosen, and how far the index has got. */
export function FolderWork({ api, app, filter }: FolderWorkProps) {
  const t = useText()
  const work = usePageWork()
  if (work === null) return null
  const shown = work.folders.filter(
    ({ id, state, refused }) => state !== 'following' || refused.count > 0 || filter.source === id,
  )
  const behind = work.behind ?? 0
  if (shown.length === 0 && behind === 0) return null
  return (
    <section
      aria-label={t('pages.folders')}
      className="grid gap-2 border-line border-b bg-raised px-4 py-2 text-sm"
    >
      {shown.map((folder) => (
        <FolderLine key={folder.id} api={api} app={app} folder={folder} />
      ))}
      {behind === 0 ? null : (
        <p role="status" className="figures text-fg-3 text-xs">
          {t('pages.indexing', { count: behind })}
        </p>
      )}
    </section>
  )
}

type FolderLineProps = { readonly api: Data; readonly app: AppStore; readonly folder: PageFolder }

function FolderLine({ api, app, folder }: FolderLineProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const { id, path, state, done, total, refused } = folder
  const busy = state === 'reading' || state === 'waiting'
  const act = (name: 'knowledge.stop' | 'knowledge.again' | 'knowledge.drop') =>
    app.attempt(api.command(name, { id }))
  return (
    <div className="grid gap-1">
      <div className="flex min-w-0 items-center gap-2">
        <Icon name="folder" size="s" className="text-fg-3" />
        <span className="min-w-0 truncate" title={path}>
          {lastName(path)}
        </span>
        <span className="grow" />
        {busy ? (
          <Button size="small" onClick={() => act('knowledge.stop')}>
            {t('pages.stop')}
          </Button>
        ) : (
          <>
            <Button size="small" look="ghost" onClick={() => act('knowledge.again')}>
              {t('pages.again')}
            </Button>
            <Button size="small" look="ghost" onClick={() => act('knowledge.drop')}>
              {t('pages.letGo')}
            </Button>
          </>
        )}
      </div>
      {busy && total > 0 ? (
        <Meter
          label={t('pages.progress', { done, total })}
          parts={[{ key: 'done', share: done / total, fill: 'live' }]}
        />
      ) : null}
      <p role="status" className="figures text-fg-3 text-xs">
        {busy && total > 0 ? t('pages.progress', { done, total }) : t(`pages.state.${state}`)}
      </p>
      {refused.count === 0 ? null : (
        <>
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex items-center gap-1 justify-self-start rounded-sm text-warn-fg text-xs"
          >
            <Icon name={open ? 'down' : 'right'} size="xs" />
            {t('pages.refused', { count: refused.count })}
          </button>
          {open ? (
            <ul
              aria-label={t('pages.refusedList')}
              className="grid max-h-40 gap-0.5 overflow-auto pl-4 text-xs"
            >
              {refused.first.map(({ file, why }) => (
                <li key={file} className="min-w-0 break-words">
                  <span className="font-medium">{seenName(file)}</span>{' '}
                  <span className="text-fg-3">{t(`pages.why.${why}`)}</span>
                </li>
              ))}
              {refused.count > refused.first.length ? (
                <li className="text-fg-3">
                  {t('pages.refusedMore', { count: refused.count - refused.first.length })}
                </li>
              ) : null}
            </ul>
          ) : null}
        </>
      )}
    </div>
  )
}
