import { z } from 'zod'
import { defineTool, type Tool } from '../tool.ts'
import description from './ask.md?raw'

const AskArgs = z.strictObject({
  prompt: z.string().trim().min(1).max(4000),
  choices: z.exactOptional(z.array(z.string().trim().min(1).max(200)).min(1).max(8)),
})

/** Lets the model ask the person. */
export function createAskTool(): Tool {
  return defineTool({
    name: 'ask',
    title: 'Ask',
    description,
    schema: AskArgs,
    parallel: false,
    access: 'read',
    plan: async ({ prompt }) => ({ acts: [], preview: { kind: 'args', text: prompt } }),
    run: async (args, context, signal) => {
      const answer = await context.ask(args, signal)
      return {
        text: answer,
        isError: false,
        details: { kind: 'question', prompt: args.prompt, answer },
      }
    },
  })
}
