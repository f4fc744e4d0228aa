import { useEffect } from 'react'
import { AgentsPage } from './AgentsPage.tsx'
import { type AgentsProps, AgentsProvider } from './agents-context.ts'

/** Everything about agents in one place: what waits for the person, who is at work, and what they may do. */
export function AgentsScreen(props: AgentsProps) {
  const { app, inbox, agents, teams } = props
  useEffect(() => {
    app.attempt(inbox.load())
    app.attempt(agents.load())
    // How often each was used is only counted in main.
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
