import type { ReactNode } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../controls/Button.tsx'
import { useFocusAfter } from '../hooks/use-focus-after.ts'
import { Banner } from '../panes/Banner.tsx'

type PausedBannerProps = {
  /** Opens the line for drawing; null where there is none to open, or it is open. */
  readonly onRaise: (() => void) | null
  readonly goOn: string
  readonly onGoOn: () => void
  readonly children: ReactNode
}

/** Shows that agents reached a limit, with the possible actions. */
export function PausedBanner({ onRaise, goOn, onGoOn, children }: PausedBannerProps) {
  const t = useText()
  return (
    <div ref={useFocusAfter<HTMLDivElement>(focusWriting)}>
      <Banner
        action={
          <>
            {onRaise === null ? null : (
              <Button size="small" onClick={onRaise}>
                {t('chat.limits.raise')}
              </Button>
            )}
            <Button size="small" look="ghost" onClick={onGoOn}>
              {goOn}
            </Button>
          </>
        }
      >
        {children}
      </Banner>
    </div>
  )
}

/** Moves the focus to the composer, because the resume button disappears. */
function focusWriting(gone: HTMLElement): void {
  const pane = gone.closest('[data-pane]')
  const place = pane?.querySelector<HTMLElement>('[data-composer]') ?? pane?.querySelector('textarea')
  place?.focus()
}
