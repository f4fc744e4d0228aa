import { z } from 'zod'
import type { ToolSpec } from '../models/model.ts'
import { defineTool, type Tool } from '../tools/tool.ts'

/** Where a model puts a structured answer: a tool that only keeps what it is given. */
export type AnswerSlot = {
  readonly spec: ToolSpec
  readonly tool: Tool
  readonly isGiven: () => boolean
  /** Undefined until it is given. */
  readonly value: () => unknown
}

/** The name under which every structured answer is asked for. */
const NAME = 'answer'

/** A slot for an answer in a form. Whether it fits is checked by who asked for it. */
export function createAnswerSlot(schema: Readonly<Record<string, unknown>>): AnswerSlot {
  let given: { readonly value: unknown } | null = null
  const description =
    'Gives the result of your work. Call it once, when you are done, with everything that was asked for.'
  const tool = defineTool({
    name: NAME,
    title: 'Answer',
    description,
    schema: z.unknown(),
    parallel: false,
    access: 'read',
    plan: async (value) => ({ acts: [], preview: { kind: 'args', text: JSON.stringify(value) ?? '' } }),
    run: async (value) => {
      given = { value }
      return { text: 'The answer was taken.', isError: false }
    },
  })
  return {
    spec: { name: NAME, description, schema },
    tool,
    isGiven: () => given !== null,
    value: () => given?.value,
  }
}
