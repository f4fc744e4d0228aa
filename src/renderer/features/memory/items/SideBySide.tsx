import type { ReactNode } from 'react'
import type { MemoryItem } from '#shared/memory/memory.ts'
import { useDateText } from '../../../ui/base/time.ts'
import { ScopeChip } from '../filters/ScopeChip.tsx'
import { Differing } from './Differing.tsx'

/** One of two texts about a thing: what it is, what it says, and what can be done with it. */
export type Side = {
  readonly name: string
  readonly content: string
  readonly head: ReactNode
  /** Null: it stands nowhere yet. */
  readonly onOpen: (() => void) | null
  readonly foot: ReactNode
}

/** Shows an item and a contradicting one side by side. Words of only one of them are marked. */
export function SideBySide({ left, right }: { readonly left: Side; readonly right: Side }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(180px,1fr))] gap-px overflow-hidden rounded-md border border-line bg-line text-sm">
      <Half {...left} beside={right.content} look="bg-sunken" />
      <Half {...right} beside={left.content} look="bg-raised" />
    </div>
  )
}

type HalfProps = Side & { readonly beside: string; readonly look: string }

function Half({ name, content, head, onOpen, foot, beside, look }: HalfProps) {
  return (
    <div className={`flex min-w-0 flex-col gap-1 px-3 py-2 ${look}`}>
      <p className="flex flex-wrap items-center gap-2 text-fg-3 text-xs">{head}</p>
      {onOpen === null ? (
        <p className="min-w-0 truncate font-medium">{name}</p>
      ) : (
        <button
          type="button"
          onClick={onOpen}
          className="min-w-0 truncate rounded-sm text-left font-medium hover:underline"
        >
          {name}
        </button>
      )}
      <p className="whitespace-pre-wrap break-words">
        <Differing text={content} beside={beside} />
      </p>
      {foot === null ? null : <div className="mt-auto flex justify-end pt-1">{foot}</div>}
    </div>
  )
}

/** Shows the scope and date of an item. */
export function ItemHead({ item, children }: { readonly item: MemoryItem; readonly children?: ReactNode }) {
  const date = useDateText()
  return (
    <>
      {children}
      <ScopeChip scope={item.scope} />
      <time className="figures">{date(item.updatedAt)}</time>
    </>
  )
}
