import type { ReactNode } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'

type QueueBoxProps = {
  /** The accessible label of the list. */
  readonly label: string
  /** The notice above the messages with its action; null when they are sent automatically. */
  readonly stays: { readonly words: string; readonly act: string; readonly onAct: () => void } | null
  /** The messages, each a list item. */
  readonly children: ReactNode
}

/** The messages that wait above a message box. */
export function QueueBox({ label, stays, children }: QueueBoxProps) {
  return (
    <div className="mx-2 rounded-t-lg bg-side p-1 inset-ring inset-ring-line-strong">
      {stays === null ? null : (
        <div className="flex min-h-8 items-center gap-2 pr-1 pl-2 text-fg-2 text-sm">
          <span className="grow">{stays.words}</span>
          <Button size="small" onClick={stays.onAct}>
            {stays.act}
          </Button>
        </div>
      )}
      <ul aria-label={label} className="max-h-[30vh] overflow-y-auto">
        {children}
      </ul>
    </div>
  )
}
