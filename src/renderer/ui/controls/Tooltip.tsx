import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Kbd } from './Kbd.tsx'

/** Provides tooltips. Used once around the app. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={500}>{children}</Radix.Provider>
}

type TooltipProps = {
  readonly text: string
  readonly keys?: readonly string[]
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  readonly children: ReactNode
}

/** Shows a tooltip next to a control. It repeats the accessible name, so screen readers skip it. */
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
