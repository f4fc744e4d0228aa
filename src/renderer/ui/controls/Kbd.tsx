import { classNames } from '../base/class-names.ts'
import { isMac } from '../base/command-key.ts'
import { Icon } from '../base/Icon.tsx'

type KbdProps = {
  /** The keys, in the order they are pressed. `Mod` is the command key of the system: ⌘ or Ctrl. */
  readonly keys: readonly string[]
  /** On the filled primary button. */
  readonly onInk?: boolean
}

/** Key caps. Silent for screen readers: say the shortcut with `aria-keyshortcuts` on the control. */
export function Kbd({ keys, onInk = false }: KbdProps) {
  return (
    <span aria-hidden="true" className="inline-flex items-center gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className={classNames(
            'inline-flex h-4 min-w-4 items-center justify-center rounded-xs px-1 font-medium font-sans text-2xs/4',
            onInk
              ? 'bg-[color-mix(in_oklab,currentColor_14%,transparent)] text-inherit'
              : 'text-fg-3 inset-ring inset-ring-line-strong',
          )}
        >
          {key === 'Enter' ? <Icon name="enter" size="xs" /> : capOf(key)}
        </kbd>
      ))}
    </span>
  )
}

const MAC_CAPS: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Backspace: '⌫' }
const CAPS: Readonly<Record<string, string>> = { Mod: 'Ctrl', Backspace: '⌫' }

const capOf = (key: string): string => (isMac() ? MAC_CAPS : CAPS)[key] ?? key
