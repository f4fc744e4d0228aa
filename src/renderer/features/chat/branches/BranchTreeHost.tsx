import { type ReactNode, useState } from 'react'
import { useChat } from '../chat-context.ts'
import { BranchTree } from './BranchTree.tsx'
import { OpenBranchTreeProvider } from './open-branch-tree.ts'

/** Everything inside can open the tree of the chat's branches. */
export function BranchTreeHost({ children }: { readonly children: ReactNode }) {
  const { app, session } = useChat()
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    app.attempt(session.refreshWays())
    setOpen(true)
  }
  return (
    <OpenBranchTreeProvider value={open}>
      {children}
      {isOpen ? <BranchTree onClose={() => setOpen(false)} /> : null}
    </OpenBranchTreeProvider>
  )
}
