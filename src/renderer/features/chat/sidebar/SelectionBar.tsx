import { FILE_FORMATS } from '#shared/session/exports/file-formats.ts'
import type { SessionListing } from '#shared/session/session.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu } from '../../../ui/controls/Menu.tsx'
import { useManyActs } from './use-many-acts.ts'

type SelectionBarProps = { readonly rows: readonly SessionListing[]; readonly onClear: () => void }

/** The actions on the selected chats. Their number is said as it changes. */
export function SelectionBar({ rows, onClear }: SelectionBarProps) {
  const t = useText()
  const acts = useManyActs(rows, onClear)
  return (
    <>
      <p role="status" className="unseen">
        {rows.length === 0 ? '' : t('chats.many.selected', { count: rows.length })}
      </p>
      {rows.length === 0 ? null : (
        <div
          role="toolbar"
          aria-label={t('chats.many.actions')}
          className="flex h-(--h-bar) shrink-0 items-center gap-1 border-line border-t bg-side pr-2 pl-4"
        >
          <span aria-hidden className="figures min-w-0 grow truncate text-fg-2 text-sm">
            {t('chats.many.count', { count: rows.length })}
          </span>
          <IconButton
            icon="eye"
            size="small"
            label={t('chats.many.markRead')}
            disabled={rows.every(({ unread }) => unread !== true)}
            onClick={acts.markRead}
          />
          <Menu
            trigger={<IconButton icon="file" size="small" label={t('chats.many.export')} />}
            items={FILE_FORMATS.map((format) => ({
              kind: 'action',
              id: format,
              label: t(`chats.export.${format}`),
              onSelect: () => acts.exportAs(format),
            }))}
          />
          <IconButton
            icon="folder"
            size="small"
            label={t('chats.archive')}
            disabled={rows.every(({ archived }) => archived === true)}
            onClick={acts.archive}
          />
          <IconButton icon="trash" size="small" label={t('chats.delete')} onClick={acts.remove} />
          <IconButton icon="x" size="small" label={t('chats.many.clear')} onClick={onClear} />
        </div>
      )}
    </>
  )
}
