import { z } from 'zod'
import { defineTool, type Tool } from '../tool.ts'
import description from './step-failed.md?raw'

const FailedArgs = z.strictObject({ reason: z.string().trim().min(1).max(1_000) })

/** Creates the tool that reports an impossible plan step. */
export function createStepFailedTool(): Tool {
  return defineTool({
    name: 'step_failed',
    title: 'Step cannot be done',
    description,
    schema: FailedArgs,
    parallel: false,
    access: 'read',
    plan: async ({ reason }) => ({ acts: [], preview: { kind: 'args', text: reason } }),
    run: async ({ reason }, context) => {
      context.failStep(reason)
      return { text: 'The step ends here, and the person is told why.', isError: false }
    },
  })
}
