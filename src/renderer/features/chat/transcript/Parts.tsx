import { useState } from 'react'
import type { Part } from '#shared/session/message.ts'
import { StoredImage } from '../../../approvals/StoredImage.tsx'
import { Markdown } from '../../../markdown/Markdown.tsx'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FileChip } from './tools/FileChip.tsx'

/** A message with more lines or characters than this is folded. */
const MOST_LINES = 24
const MOST_CHARACTERS = 2_400

/** Shows the parts of a message to an agent. */
export function Parts({ parts }: { readonly parts: readonly Part[] }) {
  const t = useText()
  return parts.map((part, index) =>
    part.t === 'text' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sent message never move
      <Words key={index} text={part.text} />
    ) : part.t === 'file' ? (
      part.mime.startsWith('image/') ? (
        <StoredImage key={part.blobId} blobId={part.blobId} name={part.name ?? t('chat.image')} />
      ) : (
        <FileChip key={part.blobId} name={part.name ?? part.mime} mime={part.mime} from={part.from} />
      )
    ) : null,
  )
}

/** The words of a message as Markdown that keeps its line breaks. A long message shows its beginning until it is opened. */
function Words({ text }: { readonly text: string }) {
  const t = useText()
  const lines = text.split('\n').length
  const isLong = lines > MOST_LINES || text.length > MOST_CHARACTERS
  const [open, setOpen] = useState(false)
  return (
    <div className="min-w-0">
      <div
        className={classNames(
          '[&_li>div>p]:whitespace-pre-wrap [&_p]:whitespace-pre-wrap',
          isLong && !open && 'max-h-80 overflow-hidden',
        )}
      >
        <Markdown text={text} />
      </div>
      {isLong ? (
        <Button
          size="small"
          look="ghost"
          aria-expanded={open}
          className="mt-1 -ml-2"
          onClick={() => setOpen(!open)}
        >
          {open ? t('chat.fold') : t('chat.unfold', { count: lines })}
        </Button>
      ) : null}
    </div>
  )
}
