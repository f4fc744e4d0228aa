import { useState } from 'react'
import type { MissedMeaning } from '#shared/memory/embedding.ts'
import type { RecalledMemory } from '#shared/memory/recall.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Icon } from '../../../../ui/base/Icon.tsx'
import { LeftOut } from './LeftOut.tsx'
import { Note } from './Note.tsx'
import { RecalledRow } from './RecalledRow.tsx'

type RecallNoteProps = {
  readonly memories: readonly RecalledMemory[]
  /** Why only words were compared. */
  readonly missed: MissedMeaning | null
  /** The keys of what fitted as well and was too long. */
  readonly left: readonly string[]
}

/** Shows the memories a run received: one line that expands to reasons, links and feedback. */
export function RecallNote({ memories, missed, left }: RecallNoteProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <div className="grid gap-2">
      <Note>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="inline-flex max-w-full items-center gap-1.5 rounded-sm px-1 hover:bg-hover"
        >
          <Icon name="memory" size="xs" />
          <span className="min-w-0 truncate">
            {t('memory.recalled', {
              count: memories.length,
              keys: memories.map(({ key }) => key).join(', '),
            })}
          </span>
          <Icon name={open ? 'down' : 'right'} size="xs" />
        </button>
      </Note>
      {open ? (
        <ul aria-label={t('memory.recalledList')} className="rounded-md border border-line bg-sunken px-3">
          {memories.map((memory) => (
            <RecalledRow key={memory.id} memory={memory} />
          ))}
          <LeftOut keys={left} />
          {missed === null ? null : (
            <li className="border-line border-t py-2 text-fg-3 text-xs">{t(`memory.missed.${missed}`)}</li>
          )}
        </ul>
      ) : null}
    </div>
  )
}
