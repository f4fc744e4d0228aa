import { AppError } from '#shared/errors.ts'
import { type AgentToolDeps, createAgentTool } from '../agents/agent-tool.ts'
import type { Redactor } from '../lib/redact.ts'
import { createNotesTools } from '../tools/notes/notes-tools.ts'
import { createProposePlanTool } from '../tools/propose-plan/propose-plan.ts'
import { type CheckpointDeps, openCheckpoints } from './open-checkpoints.ts'
import { type DefinitionsDeps, isOfferedIn, openDefinitions } from './open-definitions.ts'
import { type MemoryDeps, openMemory } from './open-memory.ts'
import { openProcesses } from './open-processes.ts'
import { openTools } from './open-tools.ts'
import { createLateWorkflows, createWorkflowTool } from './workflow-tool.ts'

type Deps = CheckpointDeps &
  Pick<MemoryDeps, 'newId' | 'storage'> &
  Omit<DefinitionsDeps, 'toolNames' | 'sessionOf'> & {
    readonly redactor: Pick<Redactor, 'known' | 'text'>
    readonly env: NodeJS.ProcessEnv
    readonly owner: string
  }

/** All tools there are, and the definitions that say which agent gets which of them. */
export function openEquipment({ storage, redactor, env, owner, ...deps }: Deps) {
  const { clock, logger } = deps
  const { checkpoints, beforeChange } = openCheckpoints({ storage, ...deps })
  const { tools, ripgrep, guarded, ...started } = openTools({
    clock,
    logger,
    redactor,
    env,
    owner,
    beforeChange,
  })
  const memory = openMemory({ storage, ...deps, redactor })
  const memoryTools = [...memory.tools, ...createNotesTools()].map(guarded)
  const proposePlanTool = guarded(createProposePlanTool())
  const late = createLateWorkflows()
  const workflowTool = createWorkflowTool(late.plan)
  let agentDeps: AgentToolDeps | null = null
  const agentTool = createAgentTool(() => {
    if (agentDeps === null) throw new AppError('other', 'Agents are not open yet.')
    return agentDeps
  })
  const definitions = openDefinitions({
    ...deps,
    toolNames: [...tools, proposePlanTool, workflowTool, agentTool, ...memoryTools].map(({ name }) => name),
    sessionOf: (id) => storage.store.folds(id).session,
  })
  const skillTool = guarded(definitions.skillTool)
  return {
    ...{ ripgrep, definitions, checkpoints, memory },
    processes: openProcesses({ storage, ...started, clock, signal: deps.scope.signal }),
    forChats: [...tools, proposePlanTool, workflowTool, agentTool, skillTool, ...memoryTools],
    /** For agents that work for a chat: nobody sits in their conversation. */
    forAgents: [
      ...tools.filter(({ name }) => isOfferedIn('child', name)),
      agentTool,
      skillTool,
      ...memoryTools,
    ],
    forScripts: [...tools, skillTool],
    /** Until then the tool that starts workflows has nothing to start them with. */
    connectWorkflows: late.connect,
    connectAgents: (deps: AgentToolDeps) => {
      agentDeps = deps
    },
  }
}

export type Equipment = ReturnType<typeof openEquipment>
