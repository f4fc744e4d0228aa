import type { ReactNode } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { useDateText } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'

type VersionRowProps = {
  readonly at: number
  /** The change and its author. */
  readonly children: ReactNode
  /** The text of that version, if different from now. */
  readonly was: string | null
  /** Null: this is how it is now. */
  readonly onRestore: (() => void) | null
}

/** One version of what is kept, in the order of time, with the way back to it. */
export function VersionRow({ at, children, was, onRestore }: VersionRowProps) {
  const t = useText()
  const date = useDateText()
  return (
    <li className={`${ON_LINE} max-wide:flex-wrap max-wide:gap-y-0 max-wide:py-1`}>
      <VersionPoint filled={onRestore === null} />
      <time className="figures w-36 shrink-0 text-fg-3 text-xs max-wide:grow">{date(at)}</time>
      <span
        className="min-w-0 flex-1 truncate max-wide:order-last max-wide:basis-full max-wide:pl-4"
        title={was ?? undefined}
      >
        {children}
        {was === null || onRestore === null ? null : <span className="text-fg-3"> · {was}</span>}
      </span>
      {onRestore === null ? (
        <span className="whitespace-nowrap text-fg-3 text-xs">{t('memory.newest')}</span>
      ) : (
        <Button size="small" look="ghost" icon="undo" onClick={onRestore}>
          {t('memory.restore')}
        </Button>
      )}
    </li>
  )
}

/** Styles of a row on a timeline, which ends at the first and the last point. */
export const ON_LINE =
  'relative flex min-h-8 items-center gap-2 text-sm before:absolute before:inset-y-0 before:left-[3px] before:w-px before:bg-line-strong first:before:top-4 last:before:bottom-auto last:before:h-4 only:before:hidden'

/** A point on the line of time; filled for where it began and how it is now. */
export function VersionPoint({ filled }: { readonly filled: boolean }) {
  return (
    <span
      aria-hidden="true"
      data-filled={filled}
      className="relative size-[7px] shrink-0 rounded-full bg-canvas inset-ring-[1.5px] inset-ring-fg-3 data-[filled=true]:bg-fg-2 data-[filled=true]:inset-ring-fg-2"
    />
  )
}
