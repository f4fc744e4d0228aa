import { useId, useState } from 'react'
import type { CallAsWritten } from '#shared/session/message.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { ForeignText } from '../../../ui/ForeignText.tsx'
import { Icon } from '../../../ui/Icon.tsx'

type AsWrittenProps = { readonly written: CallAsWritten; readonly name: string }

/** How the app read a call that the model wrote another way: one line that opens to the call as it was written. */
export function AsWritten({ written, name }: AsWrittenProps) {
  const t = useText()
  const original = useId()
  const [open, setOpen] = useState(false)
  const said =
    written.problem !== undefined
      ? t('chat.tool.unreadable')
      : written.asText === true
        ? t('chat.tool.asText')
        : t('chat.tool.readAs', { name })
  return (
    <div className="border-line border-t bg-raised">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? original : undefined}
        onClick={() => setOpen(!open)}
        className="row-cursor flex min-h-(--h-row) w-full items-center gap-2 px-2 text-left text-fg-2 text-xs hover:bg-hover"
      >
        <Icon name="info" size="xs" />
        <span className="min-w-0 grow">{said}</span>
        <Icon name={open ? 'down' : 'right'} size="xs" className="text-fg-3" />
      </button>
      {open ? (
        <section id={original} aria-label={t('chat.tool.original')}>
          <pre className="plain-code max-h-60 overflow-auto whitespace-pre-wrap px-8 pb-2 text-fg-2 text-xs">
            <ForeignText text={`${written.name} ${written.args}`} lines />
          </pre>
        </section>
      ) : null}
    </div>
  )
}
