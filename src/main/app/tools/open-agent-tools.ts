import { AppError } from '#shared/errors.ts'
import {
  type AgentToolDeps,
  createAgentTool,
  createTeammateAgentTool,
  createWorkerTool,
  WAITED_AGENT_TOOL,
} from '../../agents/tools/agent-tool.ts'
import { createSiblings } from '../../agents/tools/siblings.ts'
import { createStopAgentTool, type StopAgentDeps } from '../../agents/tools/stop-agent.ts'
import type { Settings } from '../../config/settings.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Bus } from '../../log/delivery/bus.ts'
import type { ToldTool, Tool } from '../../tools/tool.ts'

type Connected = Omit<AgentToolDeps, 'allowsBackground' | 'siblings'> & StopAgentDeps

type Deps = {
  readonly settings: Pick<Settings, 'current'>
  readonly clock: Pick<Clock, 'schedule'>
  readonly subscribe: Bus['subscribe']
  readonly scope: Scope
}

/** The tools about agents, which are opened after them. */
export function openAgentTools({ settings, clock, subscribe, scope }: Deps) {
  const siblings = createSiblings({
    clock,
    subscribe,
    patienceMs: () => {
      const { backgroundAgents, backgroundAfter } = settings.current()
      return backgroundAgents && backgroundAfter > 0 ? backgroundAfter * 60_000 : null
    },
  })
  scope.add(siblings.close)
  const allowsBackground = () => settings.current().backgroundAgents
  let deps: Connected | null = null
  const connected = (): AgentToolDeps & StopAgentDeps => {
    if (deps === null) throw AppError.forAgent('other', 'Agents are not open yet.')
    return { ...deps, allowsBackground, siblings }
  }
  const agentTool = createAgentTool(connected)
  const stopAgentTool = createStopAgentTool(connected)
  return {
    /** False while background work is switched off. */
    allowsBackground,
    /** An agent of an answer that is gone on with had ended before the app was started. */
    endedBefore: siblings.endedBefore,
    agentTool,
    /** Agents without background work get the tool description without that option. */
    toldAs: (tool: Tool): ToldTool => (tool === agentTool && !allowsBackground() ? WAITED_AGENT_TOOL : tool),
    teammateTool: createTeammateAgentTool(connected),
    stopAgentTool,
    coordinating: [createWorkerTool(connected), stopAgentTool],
    connect: (late: Connected) => {
      deps = late
    },
  }
}
