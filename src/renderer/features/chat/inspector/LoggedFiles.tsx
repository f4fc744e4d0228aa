import { useMemo } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { changedFiles } from '../../../store/session-figures.ts'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { useSession } from '../chat-context.ts'
import { Block } from './Block.tsx'
import { Delta } from './Delta.tsx'

/** Shows changed files from the log for an imported or copied chat, which has no stored copies. */
export function LoggedFiles() {
  const t = useText()
  const path = useSession((state) => state.path)
  const hasOlder = useSession((state) => state.hasOlder)
  const files = useMemo(() => changedFiles(path), [path])
  if (files.length === 0) return null
  const added = files.reduce((sum, file) => sum + file.added, 0)
  const removed = files.reduce((sum, file) => sum + file.removed, 0)
  return (
    <Block
      title={t('chat.files')}
      right={
        <>
          {t('chat.fileCount', { count: files.length })} <Delta added={added} removed={removed} />
        </>
      }
    >
      <ul>
        {files.map((file) => {
          const slash = file.path.lastIndexOf('/')
          return (
            <li key={file.path} title={file.path} className="flex min-h-6 items-center gap-2 text-sm">
              <span className="min-w-0 truncate plain-code">
                <ForeignText text={file.path.slice(slash + 1)} />
              </span>
              <span className="min-w-0 grow truncate text-fg-3 text-xs">
                <ForeignText text={file.path.slice(0, Math.max(0, slash))} />
              </span>
              <Delta added={file.added} removed={file.removed} />
            </li>
          )
        })}
      </ul>
      <p className="text-fg-3 text-xs">{t('files.noCopies')}</p>
      {hasOlder ? <p className="text-fg-3 text-xs">{t('chat.filesOfLoaded')}</p> : null}
    </Block>
  )
}
