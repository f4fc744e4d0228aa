import { type ReactNode, useState } from 'react'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Icon } from '../../../../ui/base/Icon.tsx'
import { useNumbers } from '../../../../ui/base/numbers.ts'

type InstructionPartProps = {
  readonly title: ReactNode
  readonly text: string
  /** Stands under the title, quieter. */
  readonly hint?: string
  /** A word that stands out, such as "changed". */
  readonly note: string | null
  /** Content shown instead of the text when expanded. */
  readonly children?: ReactNode
}

/** Shows a part of the instructions: name and length, and its text when expanded. */
export function InstructionPart({ title, text, hint, note, children }: InstructionPartProps) {
  const t = useText()
  const numbers = useNumbers()
  const [open, setOpen] = useState(false)
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-(--h-row) w-full items-start gap-2 px-3 py-1 text-left text-sm hover:bg-hover"
      >
        <Icon name={open ? 'down' : 'right'} size="xs" className="mt-1 text-fg-3" />
        <span className="grid min-w-0 grow">
          <span className="min-w-0 truncate text-fg">{title}</span>
          {hint === undefined ? null : <span className="min-w-0 truncate text-fg-3 text-xs">{hint}</span>}
        </span>
        <span className="figures whitespace-nowrap text-right text-fg-3 text-xs leading-5">
          {note === null ? null : <span className="mr-2 text-warn-fg">{note}</span>}
          {t('context.characters', { count: text.length, short: numbers.short(text.length) })}
        </span>
      </button>
      {open
        ? (children ?? (
            <pre className="mx-3 mb-2 max-h-96 overflow-auto whitespace-pre-wrap break-words rounded-md border border-line bg-sunken p-2 plain-code text-fg-2 text-xs">
              {text}
            </pre>
          ))
        : null}
    </div>
  )
}
