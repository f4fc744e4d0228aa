import { AppError } from '#shared/errors.ts'
import { defineTool, type Tool } from '../../tools/tool.ts'
import { WorkflowArgs } from './workflow-args.ts'
import type { ChatWorkflows, PlannedWorkflow } from './workflow-from-chat.ts'
import description from './workflow-tool.md?raw'

/** The tool with which a chat's agent starts a workflow. Agents inside a workflow do not get it. */
export function createWorkflowTool(plan: ChatWorkflows): Tool {
  // The previewed script is the one that runs, however long the decision took.
  const seen = new WeakMap<WorkflowArgs, PlannedWorkflow>()
  return defineTool({
    name: 'workflow',
    title: 'Workflow',
    description,
    schema: WorkflowArgs,
    parallel: false,
    access: 'execute',
    plan: async (args, { sessionId }) => {
      const planned = await plan(sessionId, args)
      seen.set(args, planned)
      const target = `workflow ${args.name ?? args.scriptPath ?? args.resumeFromRunId ?? 'script'}`
      return {
        acts: [{ access: 'execute', target, outside: false, proposedRule: null }],
        preview: planned.preview,
      }
    },
    run: async (args, { sessionId }) => {
      const planned = seen.get(args) ?? (await plan(sessionId, args))
      const run = await planned.begin()
      const how = planned.preview.from?.isNew === false ? 'goes on' : 'has started and goes on'
      const tokens = run.budget === null ? [] : [`a ceiling of ${run.budget} output tokens`]
      const dollars = run.budgetUsd === null ? [] : [`a ceiling of $${run.budgetUsd}`]
      const ceiling = [...tokens, ...dollars].join(' and ') || 'no ceiling'
      return {
        text: `The workflow ${run.name} (${run.id}) ${how} in the background, with ${ceiling}. The person watches it in Workflows. You will be told when it is over.`,
        isError: false,
      }
    },
  })
}

/** A function that can be handed out before what it calls exists. */
export function createLateWorkflows(): { plan: ChatWorkflows; connect: (to: ChatWorkflows) => void } {
  let target: ChatWorkflows | null = null
  return {
    plan: (sessionId, args) => {
      if (target === null) throw AppError.forAgent('other', 'Workflows are not open yet.')
      return target(sessionId, args)
    },
    connect: (to) => {
      target = to
    },
  }
}
