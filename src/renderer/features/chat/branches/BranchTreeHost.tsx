import { type ReactNode, useCallback, useEffect } from 'react'
import { useChat, useSession } from '../chat-context.ts'
import { BranchTree } from './BranchTree.tsx'
import { OpenBranchTreeProvider } from './open-branch-tree.ts'

/** Everything inside can open the tree of the chat's branches; Ctrl Shift B does, wherever the focus is. */
export function BranchTreeHost({ children }: { readonly children: ReactNode }) {
  const { app, session } = useChat()
  const isOpen = useSession((state) => state.showsBranches)
  const open = useCallback(() => app.attempt(session.showBranches(true)), [app, session])
  const close = () => app.attempt(session.showBranches(false))
  useEffect(() => app.onAction((action) => action === 'branches' && open()), [app, open])
  return (
    <OpenBranchTreeProvider value={open}>
      {children}
      {isOpen ? <BranchTree onClose={close} /> : null}
    </OpenBranchTreeProvider>
  )
}
