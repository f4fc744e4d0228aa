import { z } from 'zod'
import type { ToolSpec } from '../models/model.ts'
import { defineTool, type Tool } from '../tools/tool.ts'

/** The tool that receives a model's structured answer and only stores it. */
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
  // The arguments of a tool are an object; an answer of another form stands inside one.
  const wrapped = schema['type'] !== 'object'
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
      given = { value: wrapped ? (value as { value?: unknown } | null)?.value : value }
      return { text: 'The answer was taken.', isError: false }
    },
  })
  return {
    spec: { name: NAME, description, schema: wrapped ? wrap(schema) : schema },
    tool,
    isGiven: () => given !== null,
    value: () => given?.value,
  }
}

function wrap(schema: Readonly<Record<string, unknown>>) {
  return { type: 'object', properties: { value: schema }, required: ['value'], additionalProperties: false }
}
