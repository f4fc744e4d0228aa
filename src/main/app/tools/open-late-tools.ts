import { createLateCron } from '../../tools/cron/cron-tools.ts'
import type { Tool } from '../../tools/tool.ts'
import { createLateWorkflows, createWorkflowTool } from '../../workflows/chat/workflow-tool.ts'

/** Opens the tools whose rooms open after them: workflows and schedules. */
export function openLateTools(guarded: (tool: Tool) => Tool) {
  const workflows = createLateWorkflows()
  const cron = createLateCron()
  return {
    tools: [createWorkflowTool(workflows.plan), ...cron.tools.map(guarded)],
    connectWorkflows: workflows.connect,
    connectTriggers: cron.connect,
  }
}
