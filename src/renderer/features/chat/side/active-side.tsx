import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

/** The one of two chats that has the focus, or had it last. */
type ActiveSide = {
  readonly which: 'main' | 'side'
  readonly set: (which: 'main' | 'side') => void
}

const ActiveSideContext = createContext<ActiveSide>({ which: 'main', set: () => undefined })

export function ActiveSideHost({ children }: { readonly children: ReactNode }) {
  const [which, set] = useState<ActiveSide['which']>('main')
  const active = useMemo(() => ({ which, set }), [which])
  return <ActiveSideContext value={active}>{children}</ActiveSideContext>
}

export const useActiveSide = (): ActiveSide => useContext(ActiveSideContext)
