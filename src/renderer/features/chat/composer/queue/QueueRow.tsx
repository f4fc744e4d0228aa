import { type MouseEvent, type ReactNode, useId, useState } from 'react'
import type { SessionId } from '#shared/ids.ts'
import type { FilePart } from '#shared/session/message.ts'
import type { QueueItem } from '#shared/session/queue/queue.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { classNames } from '../../../../ui/base/class-names.ts'
import { Icon } from '../../../../ui/base/Icon.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { useChat } from '../../chat-context.ts'
import { focusAfterRow } from '../composer-focus.ts'
import { QueueEdit } from './QueueEdit.tsx'
import { useQueueEdit } from './use-queue-edit.ts'

type QueueRowProps = {
  readonly sessionId: SessionId
  readonly item: QueueItem
  /** The condition the message waits for, as text. */
  readonly when: string
  /** Content before the text; it gets the text's id for `aria-describedby`. */
  readonly before?: (words: string) => ReactNode
  /** Further actions, with the same id. */
  readonly more?: (words: string) => ReactNode
}

/** A message that waits: it can be read, changed in its place, and taken out. */
export function QueueRow({ sessionId, item, when, before, more }: QueueRowProps) {
  const t = useText()
  const words = useId()
  const { api, app } = useChat()
  const keep = useQueueEdit(sessionId)
  const [editing, setEditing] = useState(false)
  const { itemId, text, files = [] } = item
  const save = (changed: string) => {
    setEditing(false)
    keep(itemId, changed)
  }
  const remove = (event: MouseEvent<HTMLElement>) => {
    app.attempt(api.command('queue.delete', { sessionId, itemId }))
    focusAfterRow(event.currentTarget.closest('li'))
  }
  return (
    <div
      className={classNames(
        'flex min-h-6 items-center gap-2 rounded-sm pr-1 text-fg-2 text-sm hover:bg-hover',
        before === undefined ? 'pl-2' : 'pl-1',
      )}
    >
      {before?.(words)}
      {editing ? (
        <QueueEdit
          label={t('chat.editQueued')}
          text={text}
          onSave={save}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <>
          <span id={words} className="flex min-w-0 grow items-center gap-1.5" title={text}>
            {files.length === 0 ? null : <WithFiles files={files} named={text === ''} />}
            <span className="truncate">{text}</span>
          </span>
          <span className="shrink-0 whitespace-nowrap text-fg-3 text-xs">{when}</span>
          {more?.(words)}
          <IconButton
            icon="edit"
            size="small"
            label={t('chat.editQueued')}
            data-edit
            aria-describedby={words}
            onClick={() => setEditing(true)}
          />
        </>
      )}
      <IconButton
        icon="x"
        size="small"
        label={t('chat.removeQueued')}
        data-remove
        aria-describedby={words}
        onClick={remove}
      />
    </div>
  )
}

type WithFilesProps = { readonly files: readonly FilePart[]; readonly named: boolean }

/** Shows how many files go with the message, and their names where it has no text. */
function WithFiles({ files, named }: WithFilesProps) {
  const t = useText()
  const names = files.map((file) => file.name ?? file.mime).join(', ')
  const isPictures = files.every(({ mime }) => mime.startsWith('image/'))
  const words = t(isPictures ? 'chat.withPictures' : 'chat.withFiles', { count: files.length })
  return (
    <span className="inline-flex min-w-0 items-center gap-1 text-fg-3" title={names}>
      <Icon name="clip" size="s" />
      <span className="truncate text-xs">{named ? `${words}: ${names}` : words}</span>
    </span>
  )
}
