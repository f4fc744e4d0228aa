import type { ReactNode } from 'react'
import type { FileOrigin } from '#shared/session/message.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Icon } from '../../../../ui/base/Icon.tsx'
import { ForeignText } from '../../../../ui/text/ForeignText.tsx'

type FileChipProps = {
  readonly name: string
  readonly mime: string
  readonly from: FileOrigin | undefined
  /** Buttons after the name. */
  readonly children?: ReactNode
}

/** Shows an attached file that is not a picture: its source, name and media type. */
export function FileChip({ name, mime, from, children }: FileChipProps) {
  const t = useText()
  return (
    <span className="flex min-h-7 w-fit max-w-full items-center gap-1.5 rounded-md bg-select px-2 text-sm">
      <Icon name={from === 'folder' ? 'folder' : 'file'} size="s" className="text-fg-3" />
      <span className="min-w-0 truncate" title={name}>
        <ForeignText text={name} prose />
      </span>
      <span className="shrink-0 text-fg-3 text-xs">
        {from === undefined ? mime : t(`chat.attachedFrom.${from}`)}
      </span>
      {children}
    </span>
  )
}
