import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import type { ComposerTarget } from './composer-target.ts'

type FolderChipsProps = { readonly target: Pick<ComposerTarget, 'folders' | 'removeFolder'> }

/** Shows the extra folders of the chat, each with a button to remove it. */
export function FolderChips({ target: { folders, removeFolder } }: FolderChipsProps) {
  const t = useText()
  if (folders.length === 0) return null
  return (
    <div className="flex min-w-0 items-start gap-2 border-line border-b px-3 py-1.5 text-xs">
      <span className="flex h-6 shrink-0 items-center text-fg-3">{t('folders.title')}</span>
      <ul aria-label={t('folders.title')} className="flex min-w-0 flex-wrap items-center gap-1">
        {folders.map((path) => (
          <li
            key={path}
            title={path}
            className="inline-flex h-6 min-w-0 max-w-full items-center gap-1 rounded-xs pl-1.5 text-fg-2 inset-ring inset-ring-line-strong"
          >
            <Icon name="folder" size="xs" className="shrink-0 text-fg-3" />
            <span className="truncate font-mono">{path}</span>
            <IconButton
              icon="x"
              size="small"
              label={t('folders.remove', { path })}
              onClick={() => removeFolder(path)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
