import { useState } from 'react'
import type { BlobId } from '#shared/ids.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { classNames } from '../../../../ui/base/class-names.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { breakable } from '../../../../ui/text/breakable.tsx'
import { type StoredOutput, useStoredOutput } from './use-stored-output.ts'

const FIRST_LINES = 12

type ToolOutputProps = {
  readonly text: string
  /** The stored full output when `text` is only a part. */
  readonly blobId?: BlobId | undefined
  /** Sentences instead of output: they wrap. */
  readonly isProse?: boolean
  /** A running tool shows the end of what it printed. */
  readonly live?: boolean
  /** The words the person was taken to, which may stand anywhere in it. */
  readonly found?: string | null
}

/** The output of a tool: the first lines, and the rest when it is asked for, in parts where it is very long. */
export function ToolOutput({ text, blobId, isProse = false, live = false, found = null }: ToolOutputProps) {
  const t = useText()
  const [opened, setOpen] = useState(false)
  const open = opened || found !== null
  const stored = useStoredOutput(blobId, open, found)
  const { problem } = stored
  const lines = (stored.text ?? text).replace(/\n+$/, '').split('\n')
  const shown = open ? lines : live ? lines.slice(-FIRST_LINES) : lines.slice(0, FIRST_LINES)
  const more = shown.length < lines.length || (blobId !== undefined && stored.text === null)
  if (text.trim() === '' && blobId === undefined) return null
  return (
    <div className="pr-3 pb-2 pl-8">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long output scrolls, also by keyboard
        tabIndex={0}
        className={classNames(
          'max-h-120 overflow-auto pt-1 plain-code text-fg-2 text-sm',
          isProse && 'whitespace-pre-wrap break-words',
        )}
      >
        {breakable(shown.join('\n'))}
      </pre>
      {problem === null ? null : <p className="pt-1 text-bad-fg text-xs">{problem}</p>}
      {more && !open && !live ? (
        <Button size="small" look="ghost" className="mt-1 -ml-2" onClick={() => setOpen(true)}>
          {t('chat.tool.showAll', { count: lines.length })}
        </Button>
      ) : null}
      {open && stored.parts > 1 ? <OutputParts stored={stored} /> : null}
    </div>
  )
}

/** Shows the current part of a very long output with navigation. */
export function OutputParts({ stored: { part, parts, show } }: { readonly stored: StoredOutput }) {
  const t = useText()
  return (
    <fieldset
      aria-label={t('chat.tool.parts')}
      className="figures mt-1 -ml-2 flex items-center gap-2 text-fg-3 text-xs"
    >
      <Button size="small" look="ghost" disabled={part === 0} onClick={() => show(part - 1)}>
        {t('chat.tool.earlierPart')}
      </Button>
      <span aria-live="polite">{t('chat.tool.part', { part: part + 1, parts })}</span>
      <Button size="small" look="ghost" disabled={part + 1 >= parts} onClick={() => show(part + 1)}>
        {t('chat.tool.laterPart')}
      </Button>
    </fieldset>
  )
}
