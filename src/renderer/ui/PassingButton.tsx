import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import { useFocusAfter } from './use-focus-after.ts'

/** A button that is there only while its deed can be done. When it goes with the focus, one that stays beside it has it. */
export function PassingButton(props: ComponentProps<typeof Button>) {
  return <Button {...props} ref={useFocusAfter<HTMLButtonElement>(focusBeside)} />
}

/** The same for a button that shows only a drawing. */
export function PassingIconButton(props: ComponentProps<typeof IconButton>) {
  return <IconButton {...props} ref={useFocusAfter<HTMLButtonElement>(focusBeside)} />
}

/** To the next button beside it, or the one before; where it stood alone, to the first of the card it stood in. */
function focusBeside(gone: HTMLElement): void {
  const all = [...(gone.parentElement?.children ?? [])]
  const at = all.indexOf(gone)
  const beside = [...all.slice(at + 1), ...all.slice(0, at).toReversed()].find((each) =>
    each.matches('button:enabled'),
  )
  const place = beside ?? gone.closest('article')?.querySelector('button:enabled')
  if (place instanceof HTMLElement && place !== gone) place.focus()
}
