import { useId, useState } from 'react'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Icon } from '../../../../ui/base/Icon.tsx'
import { ForeignText } from '../../../../ui/text/ForeignText.tsx'
import type { ToolEntry } from '../entry.ts'
import { readingWords, writtenText } from './call-reading.ts'

const WRITTEN = 'max-h-60 overflow-auto whitespace-pre-wrap px-2 pb-2 plain-code text-fg-2 text-sm'

/** Shows how the app interpreted an inexact call: one line that expands to the original. */
export function CallReading({ call }: { readonly call: ToolEntry }) {
  const t = useText()
  const body = useId()
  const [open, setOpen] = useState(false)
  const words = readingWords(call, t)
  if (words === null) return null
  return (
    <div className="border-line border-t bg-raised">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? body : undefined}
        onClick={() => setOpen(!open)}
        className="row-cursor flex min-h-(--h-row) w-full items-center gap-2 px-2 text-left text-fg-2 text-xs hover:bg-hover"
      >
        <Icon name="info" size="xs" />
        <span className="min-w-0 grow break-words py-1">
          <ForeignText text={words} lines />
        </span>
        <span className="shrink-0">{t('chat.tool.original')}</span>
        <Icon name={open ? 'down' : 'right'} size="xs" className="text-fg-3" />
      </button>
      {open ? (
        <section id={body} aria-label={t('chat.tool.original')}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long arguments scroll, also by keyboard */}
          <pre tabIndex={0} className={WRITTEN}>
            <ForeignText text={writtenText(call)} lines />
          </pre>
        </section>
      ) : null}
    </div>
  )
}
