import type { AgentDefinition } from '#shared/agent/definition.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import { BIG_JOB_TOOLS, wantsBigJob } from '../../agents/definitions/big-job-tools.ts'
import { wantsHandedFile } from '../../agents/definitions/wants-handed-file.ts'
import { wantsNotebook } from '../../agents/definitions/wants-notebook.ts'
import { wantsSchedule } from '../../agents/definitions/wants-schedule.ts'
import { AGENT_TOOL } from '../../agents/tools/agent-tool.ts'
import { hasAgents } from '../../agents/tools/has-agents.ts'
import { STOP_AGENT_TOOL } from '../../agents/tools/stop-agent.ts'
import { CRON_TOOLS } from '../../tools/cron/cron-tools.ts'
import { JOB_TOOL } from '../../tools/job/job.ts'
import { NOTEBOOK_TOOL } from '../../tools/notebook/notebook-edit.ts'
import { PRESENT_TOOL } from '../../tools/present/present.ts'
import type { Tool } from '../../tools/tool.ts'

type Scene = {
  readonly definition: Pick<AgentDefinition, 'tools'>
  readonly path: readonly DurableEvent[]
  /** Whether the chat has background programs. */
  readonly hasJobs: boolean
}

/** Whether something on a branch needs one of the tools that are offered late. True for all others. */
export function isNeeded(name: string, { path, hasJobs }: Omit<Scene, 'definition'>): boolean {
  if (name === JOB_TOOL) return hasJobs
  if (name === STOP_AGENT_TOOL) return hasAgents(path)
  if (name === PRESENT_TOOL) return wantsHandedFile(path)
  if (name === NOTEBOOK_TOOL) return wantsNotebook(path)
  if (CRON_TOOLS.has(name)) return wantsSchedule(path)
  return BIG_JOB_TOOLS.has(name) ? wantsBigJob(path) : true
}

/**
 * The tools of an agent that searches for none. Those for big jobs, started agents and background programs come last and
 * only once they are needed, so that the list before them stays as it was when they appear.
 */
export function withLateTools(tools: readonly Tool[], { definition, path, hasJobs }: Scene): readonly Tool[] {
  const named = definition.tools.allow ?? []
  const isBig = ({ name }: Tool) => BIG_JOB_TOOLS.has(name) && !named.includes(name)
  // A coordinator only delegates and has both tools from its first request.
  const worksItself = tools.some(({ name }) => name !== AGENT_TOOL && name !== STOP_AGENT_TOOL)
  const delegating = worksItself && tools.some(({ name }) => name === AGENT_TOOL)
  // Without an agent there is none to stop, without a background program none to follow.
  const isLate = (tool: Tool): boolean =>
    isBig(tool) ||
    CRON_TOOLS.has(tool.name) ||
    tool.name === JOB_TOOL ||
    tool.name === PRESENT_TOOL ||
    tool.name === NOTEBOOK_TOOL ||
    (tool.name === STOP_AGENT_TOOL && delegating)
  return [
    ...tools.filter((tool) => !isLate(tool)),
    ...tools.filter((tool) => isLate(tool) && isNeeded(tool.name, { path, hasJobs })),
  ]
}
