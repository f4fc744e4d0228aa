import type { FileInput } from '#shared/ipc/calls/session-calls.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { DraftKey } from '../../../store/draft-store.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Enlargeable } from '../../../ui/panes/Enlargeable.tsx'
import { useChat } from '../chat-context.ts'
import { FileChip } from '../transcript/tools/FileChip.tsx'
import { imageUrl, isPicture, type LeftOut, wordsOf } from './attached-files.ts'

type AttachmentsProps = {
  readonly draftKey: DraftKey
  readonly files: readonly FileInput[]
  readonly leftOut: LeftOut
}

/** Shows the files that go with the message, each with a button to remove it. */
export function Attachments({ draftKey, files, leftOut }: AttachmentsProps) {
  const t = useText()
  const { drafts } = useChat()
  const remove = (file: FileInput) =>
    drafts.setFiles(
      draftKey,
      files.filter((each) => each !== file),
    )
  const insert = (file: FileInput) => {
    drafts.setText(draftKey, `${drafts.of(draftKey).text}${wordsOf(file)}`)
    remove(file)
  }
  const { refused, surplus } = leftOut
  if (files.length + refused.length + surplus.length === 0) return null
  return (
    <div className="px-3 pt-3">
      {files.length === 0 ? null : (
        <ul aria-label={t('chat.attached')} className="flex flex-wrap items-center gap-2">
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be attached twice
            <li key={index} className="group relative min-w-0">
              {isPicture({ type: file.mime }) ? (
                <>
                  <Enlargeable src={imageUrl(file)} name={file.name} className="block">
                    <img src={imageUrl(file)} alt={file.name} className="size-14 rounded-md object-cover" />
                  </Enlargeable>
                  <IconButton
                    icon="x"
                    size="small"
                    label={t('chat.removeImage', { name: file.name })}
                    onClick={() => remove(file)}
                    className="-top-2 -right-2 absolute bg-overlay shadow-pop"
                  />
                </>
              ) : (
                <FileChip name={file.name} mime={file.mime} from={file.from}>
                  {file.from === 'paste' ? (
                    <IconButton
                      icon="edit"
                      size="small"
                      label={t('chat.insertPaste')}
                      onClick={() => insert(file)}
                    />
                  ) : null}
                  <IconButton
                    icon="x"
                    size="small"
                    label={t('chat.removeImage', { name: file.name })}
                    onClick={() => remove(file)}
                  />
                </FileChip>
              )}
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
