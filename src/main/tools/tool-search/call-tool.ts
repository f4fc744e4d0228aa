import { z } from 'zod'
import { CALL_FORM, CALL_TOOL } from '../reading/call-target.ts'
import { defineTool, type Tool } from '../tool.ts'
import description from './call-tool.md?raw'

const CallArgs = z.strictObject({
  name: z.string().min(1).max(200),
  arguments: z.exactOptional(z.record(z.string(), z.unknown())),
})

/**
 * The tool by which models call tools that are not in their tool list. It does nothing: a call is read as a call of the
 * tool that it names, before rules and approvals see it. What is left here could not be read as such.
 */
export function createCallTool(): Tool {
  const tool = defineTool({
    name: CALL_TOOL,
    title: 'Tool',
    description,
    schema: CallArgs,
    parallel: true,
    access: 'read',
    plan: async () => ({ acts: [], preview: { kind: 'args', text: '' } }),
    run: async () => ({ text: CALL_FORM, isError: true }),
  })
  return { ...tool, open: () => ({ ok: false, problem: CALL_FORM }) }
}
