import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { SideState } from '../../../store/side/side-state.ts'
import type { SideStore } from '../../../store/side/side-store.ts'

const SideContext = createContext<SideStore | null>(null)

export const SideProvider = SideContext.Provider

/** The chat beside the open one, for everything inside the chat screen. */
export function useSide(): SideStore {
  const side = useContext(SideContext)
  if (side === null) throw new Error('A part of the chat is outside the chat screen.')
  return side
}

/** The smallest slice of it that a component draws. */
export function useSideState<T>(select: (state: SideState) => T): T {
  return useStore(useSide().store, select)
}
