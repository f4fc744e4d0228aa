import type { Letter } from '#shared/attempts/attempt-events.ts'
import { classNames } from '../../ui/base/class-names.ts'

const LOOKS: Readonly<Record<Letter, string>> = {
  A: 'bg-accent-wash text-accent-fg',
  B: 'bg-ok-wash text-ok-fg',
  C: 'bg-select text-fg',
  D: 'bg-warn-wash text-warn-fg',
  E: 'bg-press text-fg',
  F: 'bg-raised text-fg-2',
}

/** The letter of an attempt, with a colour that helps to follow it. */
export function LetterBadge({ letter }: { readonly letter: Letter }) {
  return (
    <span
      className={classNames(
        'grid size-5 shrink-0 place-items-center rounded-sm font-semibold text-xs',
        LOOKS[letter],
      )}
    >
      {letter}
    </span>
  )
}
