import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Kbd } from './Kbd.tsx'

/** Stands once around the app. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={500}>{children}</Radix.Provider>
}

type TooltipProps = {
  readonly text: string
  readonly keys?: readonly string[]
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  readonly children: ReactNode
}

/** A hint that appears beside a control. It repeats the control's name, so screen readers skip it. */
export function Tooltip({ text, keys, side = 'bottom', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="layer-pop z-(--z-tooltip) flex items-center gap-2 rounded-md bg-overlay px-2 py-1 text-sm shadow-pop"
        >
          {text}
          {keys === undefined ? null : <Kbd keys={keys} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
