import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { defineTool, type Tool } from '../tools/tool.ts'
import description from './workflow-tool.md?raw'

const WorkflowArgs = z
  .strictObject({
    name: z.exactOptional(z.string().min(1).max(80)),
    script: z.exactOptional(z.string().min(1).max(WORKFLOW_LIMITS.maxScriptChars)),
    args: z.exactOptional(z.json()),
    maxConcurrency: z.exactOptional(z.number().int().min(1).max(WORKFLOW_LIMITS.maxConcurrency)),
  })
  .refine(({ name, script }) => (name === undefined) !== (script === undefined), {
    message: 'Give either `name` or `script`.',
  })

/** Starts a workflow for the chat a call belongs to. */
export type LaunchFromChat = (
  sessionId: SessionId,
  what: z.output<typeof WorkflowArgs>,
) => Promise<WorkflowRunListing>

/** The tool with which a chat's agent starts a workflow. Agents inside a workflow do not get it. */
export function createWorkflowTool(launch: LaunchFromChat): Tool {
  return defineTool({
    name: 'workflow',
    title: 'Workflow',
    description,
    schema: WorkflowArgs,
    parallel: false,
    access: 'execute',
    plan: async ({ name, script, args }) => ({
      acts: [
        { access: 'execute', target: `workflow ${name ?? 'script'}`, outside: false, proposedRule: null },
      ],
      preview: {
        kind: 'args',
        text: [name ?? script, args === undefined ? null : JSON.stringify(args, null, 2)]
          .filter((part) => part !== null)
          .join('\n\n'),
      },
    }),
    run: async (what, { sessionId }) => {
      const run = await launch(sessionId, what)
      return {
        text: `The workflow ${run.name} (${run.id}) has started and goes on in the background. The person watches it in Workflows. You will be told when it is over.`,
        isError: false,
      }
    },
  })
}

/** A function that can be handed out before what it calls exists. */
export function createLateLaunch(): { launch: LaunchFromChat; connect: (to: LaunchFromChat) => void } {
  let target: LaunchFromChat | null = null
  return {
    launch: (sessionId, what) => {
      if (target === null) throw new AppError('other', 'Workflows are not open yet.')
      return target(sessionId, what)
    },
    connect: (to) => {
      target = to
    },
  }
}
