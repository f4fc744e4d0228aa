import type { AppEvent } from '#shared/events/delivery.ts'
import type { EventRoutes } from '#shared/events/event-routes.ts'
import type { Stores } from './app-props.ts'

type RoutedStores = Pick<
  Stores,
  'agents' | 'agentsAtWork' | 'app' | 'files' | 'inbox' | 'side' | 'teams' | 'terminals' | 'workflowRuns'
>

/** No store follows the event: queries load again, or a component listens. */
const noStore = () => undefined

/** Says which stores follow each kind of event outside chats. */
export function eventRoutes(
  stores: RoutedStores,
  report: (error: unknown) => void,
): EventRoutes<AppEvent['kind']> {
  const { agents, agentsAtWork, app, files, inbox, side, teams, terminals, workflowRuns } = stores
  return {
    ...app.routes,
    'project.changed': (event) => {
      app.routes['project.changed'](event)
      if (event.op === 'trusted') files.reload(event.projectId).catch(report)
    },
    'session.listed': (event) => {
      app.routes['session.listed'](event)
      side.listed(event.listing, event.op)
    },
    'workflow.listed': ({ listing }) => workflowRuns.listed(listing),
    'terminals.changed': () => void terminals.load().catch(report),
    'inbox.changed': () => void inbox.load().catch(report),
    'team.changed': ({ teamId }) => void teams.changed(teamId).catch(report),
    'agent.runs': ({ runs }) => {
      agentsAtWork.receive(runs)
      agents.receive(runs).catch(report)
      side.agents.receive(runs).catch(report)
    },
    'open.workflowRun': (event) => {
      app.routes['open.workflowRun'](event)
      workflowRuns.summon(event.run)
    },
    'memory.changed': noStore,
    'memory.embedding': noStore,
    'home.changed': noStore,
    'home.gotOn': noStore,
    'knowledge.changed': noStore,
    'knowledge.work': noStore,
    'mcp.messages': noStore,
    'triggers.changed': noStore,
    'worktrees.changed': noStore,
    'attempts.changed': noStore,
    'pulls.changed': noStore,
    'gitQuestions.changed': noStore,
    'hooks.changed': noStore,
    'plugins.changed': noStore,
    'checkpoints.changed': () => void files.checkAll().catch(report),
    'problems.changed': noStore,
    'path.dropped': noStore,
  }
}
