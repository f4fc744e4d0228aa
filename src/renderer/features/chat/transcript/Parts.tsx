import type { Part } from '#shared/session/message.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { breakable } from '../../../ui/breakable.tsx'
import { StoredImage } from './StoredImage.tsx'

/** What a message to an agent is made of. */
export function Parts({ parts }: { readonly parts: readonly Part[] }) {
  const t = useText()
  return parts.map((part, index) =>
    part.t === 'text' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sent message never move
      <p key={index} className="whitespace-pre-wrap break-words">
        {breakable(part.text)}
      </p>
    ) : part.t === 'file' ? (
      <StoredImage key={part.blobId} blobId={part.blobId} name={part.name ?? t('chat.image')} />
    ) : null,
  )
}
