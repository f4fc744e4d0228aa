import { createContext, useContext } from 'react'

const OpenBranchTree = createContext<(() => void) | null>(null)

export const OpenBranchTreeProvider = OpenBranchTree.Provider

/** Opens the tree of the chat's branches; null where a chat is only looked at. */
export function useOpenBranchTree(): (() => void) | null {
  return useContext(OpenBranchTree)
}
