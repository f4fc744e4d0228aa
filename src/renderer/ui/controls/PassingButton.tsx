import type { ComponentProps } from 'react'
import { useFocusAfter } from '../hooks/use-focus-after.ts'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'

/**
 * Shows a button while its action is available. When it is removed while focused, an adjacent one gets the
 * focus.
 */
export function PassingButton(props: ComponentProps<typeof Button>) {
  return <Button {...props} ref={useFocusAfter<HTMLButtonElement>(focusBeside)} />
}

/** The same for a button that shows only a drawing. */
export function PassingIconButton(props: ComponentProps<typeof IconButton>) {
  return <IconButton {...props} ref={useFocusAfter<HTMLButtonElement>(focusBeside)} />
}

/** Focuses the next or previous adjacent button; without one, the first of its card. */
function focusBeside(gone: HTMLElement): void {
  const all = [...(gone.parentElement?.children ?? [])]
  const at = all.indexOf(gone)
  const beside = [...all.slice(at + 1), ...all.slice(0, at).toReversed()].find((each) =>
    each.matches('button:enabled'),
  )
  const place = beside ?? gone.closest('article')?.querySelector('button:enabled')
  if (place instanceof HTMLElement && place !== gone) place.focus()
}
