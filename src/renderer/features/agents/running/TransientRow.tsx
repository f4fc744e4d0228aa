import type { ReactNode } from 'react'
import { useFocusNextLine } from './use-focus-next-line.ts'

/** The place of a line that goes away once what it tells of is over. */
export function TransientRow({ children }: { children: ReactNode }) {
  return (
    <li ref={useFocusNextLine()} className="flex items-center">
      {children}
    </li>
  )
}
