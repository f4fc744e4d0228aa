import type { ImageInput } from '#shared/ipc/calls/session-calls.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { DraftKey } from '../../../store/draft-store.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Enlargeable } from '../../../ui/panes/Enlargeable.tsx'
import { useChat } from '../chat-context.ts'
import { imageUrl, type LeftOut } from './images.ts'

type AttachmentsProps = {
  readonly draftKey: DraftKey
  readonly images: readonly ImageInput[]
  readonly leftOut: LeftOut
}

/** The pictures that will go with the message, each with a way to take it out. */
export function Attachments({ draftKey, images, leftOut }: AttachmentsProps) {
  const t = useText()
  const { drafts } = useChat()
  const remove = (image: ImageInput) =>
    drafts.setImages(
      draftKey,
      images.filter((each) => each !== image),
    )
  const { refused, surplus } = leftOut
  if (images.length + refused.length + surplus.length === 0) return null
  return (
    <div className="px-3 pt-3">
      {images.length === 0 ? null : (
        <ul aria-label={t('chat.attached')} className="flex flex-wrap gap-2">
          {images.map((image, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may be attached twice
            <li key={index} className="group relative">
              <Enlargeable src={imageUrl(image)} name={image.name} className="block">
                <img src={imageUrl(image)} alt={image.name} className="size-14 rounded-md object-cover" />
              </Enlargeable>
              <IconButton
                icon="x"
                size="small"
                label={t('chat.removeImage', { name: image.name })}
                onClick={() => remove(image)}
                className="-top-2 -right-2 absolute bg-overlay shadow-pop"
              />
            </li>
          ))}
        </ul>
      )}
      {refused.length === 0 ? null : (
        <p role="status" className="pt-1 text-warn-fg text-xs">
          {t('chat.refusedFiles', { names: refused.join(', ') })}
        </p>
      )}
      {surplus.length === 0 ? null : (
        <p role="status" className="pt-1 text-warn-fg text-xs">
          {t('chat.surplusFiles', { names: surplus.join(', ') })}
        </p>
      )}
    </div>
  )
}
