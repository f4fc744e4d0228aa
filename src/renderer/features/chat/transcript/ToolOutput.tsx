import { useEffect, useState } from 'react'
import type { BlobId } from '#shared/ids.ts'
import { problemOf } from '../../../api.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useChat } from '../chat-context.ts'

const FIRST_LINES = 12
/** As much as one list of lines can show at once. Search finds words further back, too. */
const WHOLE_LIMIT = 600_000

type ToolOutputProps = {
  readonly text: string
  /** Where the whole output is kept when `text` is only a part of it. */
  readonly blobId?: BlobId | undefined
  /** A running tool shows the end of what it printed. */
  readonly live?: boolean
  /** The person was taken to a place in it, which may be further down. */
  readonly found?: boolean
}

/** What a tool printed: the first lines, and the rest when it is asked for. */
export function ToolOutput({ text, blobId, live = false, found = false }: ToolOutputProps) {
  const t = useText()
  const { api } = useChat()
  const [opened, setOpen] = useState(false)
  const open = opened || found
  const [whole, setWhole] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const lines = (whole ?? text).replace(/\n+$/, '').split('\n')
  const shown = open ? lines : live ? lines.slice(-FIRST_LINES) : lines.slice(0, FIRST_LINES)
  const more = shown.length < lines.length || (blobId !== undefined && whole === null)
  useEffect(() => {
    if (!open || blobId === undefined) return
    let current = true
    api.call('blob.text', { blobId, offset: 0, limit: WHOLE_LIMIT }).then(
      (blob) => current && setWhole(blob.text),
      (error: unknown) => current && setProblem(problemOf(error).message),
    )
    return () => {
      current = false
    }
  }, [api, open, blobId])
  if (text.trim() === '' && blobId === undefined) return null
  return (
    <div className="pr-3 pb-2 pl-8">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long output scrolls, also by keyboard */}
      <pre tabIndex={0} className="max-h-120 overflow-auto pt-1 plain-code text-fg-2 text-sm">
        {shown.join('\n')}
      </pre>
      {problem === null ? null : <p className="pt-1 text-bad-fg text-xs">{problem}</p>}
      {more && !(open && problem !== null) && !live ? (
        <Button size="small" look="ghost" className="mt-1 -ml-2" onClick={() => setOpen(true)}>
          {t('chat.tool.showAll', { count: lines.length })}
        </Button>
      ) : null}
    </div>
  )
}
