import { useEffect } from 'react'
import { type AgentsProps, AgentsProvider } from './agents-context.ts'
import { InboxPane } from './inbox/InboxPane.tsx'

/** Everything about agents in one place: what waits for the person, who is at work, and what they may do. */
export function AgentsScreen(props: AgentsProps) {
  const { app, inbox } = props
  useEffect(() => {
    app.attempt(inbox.load())
  }, [app, inbox])
  return (
    <AgentsProvider value={props}>
      <InboxPane />
    </AgentsProvider>
  )
}
