import { useState } from 'react'
import type { SessionListing } from '#shared/session/session.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useAgo } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog } from '../../../ui/panes/Dialog.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { useChat } from '../chat-context.ts'

/** Shows the deleted chats that can be restored. */
export function BinDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useText()
  return (
    <Dialog open={open} onClose={onClose} title={t('chats.bin')} hint={t('chats.binHint')}>
      <Bin />
    </Dialog>
  )
}

function Bin() {
  const t = useText()
  const { api, app } = useChat()
  const { data: rows, problem, reload } = useQuery('session.bin', {})
  const [sure, setSure] = useState(false)
  const after = (deed: Promise<unknown>) => app.attempt(deed.then(reload))
  const empty = () => {
    setSure(false)
    after(api.command('session.emptyBin', {}))
  }
  if (problem !== null) {
    return (
      <div className="px-5 pb-5">
        <Failure message={problem} onRetry={reload} />
      </div>
    )
  }
  if (rows === null) return <p className="px-5 pb-5 text-fg-3">{t('ui.loading')}</p>
  if (rows.length === 0) return <p className="px-5 pb-5 text-fg-2">{t('chats.binEmpty')}</p>
  return (
    <>
      <ul aria-label={t('chats.bin')} className="min-h-0 overflow-y-auto px-3">
        {rows.map((row) => (
          <BinRow
            key={row.id}
            row={row}
            onRestore={() => after(api.command('session.restore', { sessionId: row.id }))}
          />
        ))}
      </ul>
      <div className="flex justify-end gap-2 p-4">
        {sure ? (
          <>
            <Button look="ghost" onClick={() => setSure(false)}>
              {t('ui.cancel')}
            </Button>
            <Button look="danger" onClick={empty}>
              {t('chats.emptySure', { count: rows.length })}
            </Button>
          </>
        ) : (
          <Button onClick={() => setSure(true)}>{t('chats.emptyNow')}</Button>
        )}
      </div>
    </>
  )
}

function BinRow({ row, onRestore }: { readonly row: SessionListing; readonly onRestore: () => void }) {
  const t = useText()
  const ago = useAgo()
  const name = row.title === '' ? t('chat.untitled') : row.title
  return (
    <li className="flex min-h-(--h-row) items-center gap-2 px-2">
      <span className="min-w-0 grow truncate">{name}</span>
      <span className="figures whitespace-nowrap text-fg-3 text-xs">
        {t('chats.deletedAgo', { ago: ago(row.deletedAt ?? row.updatedAt) })}
      </span>
      <Button size="small" aria-label={t('chats.restoreOf', { name })} onClick={onRestore}>
        {t('chats.restore')}
      </Button>
    </li>
  )
}
