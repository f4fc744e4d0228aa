import { useEffect } from 'react'
import { AgentsPage } from './AgentsPage.tsx'
import { type AgentsProps, AgentsProvider } from './agents-context.ts'

/** Shows everything about agents: approvals, running agents and permissions. */
export function AgentsScreen(props: AgentsProps) {
  const { app, inbox, agents, teams } = props
  useEffect(() => {
    app.attempt(inbox.load())
    app.attempt(agents.load())
    // Only main counts how often each was used.
    app.attempt(app.loadGrants())
    app.attempt(teams.load())
    return teams.watch()
  }, [app, inbox, agents, teams])
  return (
    <AgentsProvider value={props}>
      <AgentsPage />
    </AgentsProvider>
  )
}
