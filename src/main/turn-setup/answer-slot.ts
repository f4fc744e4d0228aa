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
  /** The reason why the last of the tries did not fit; null for an answer that fits. */
  readonly problem: () => string | null
}

type Verdict = { readonly fits: true } | { readonly fits: false; readonly problems: readonly string[] }

/** Compares a value with a JSON Schema; both are JSON text. */
export type CheckAnswer = (schema: string, value: string) => Verdict

/** The name under which every structured answer is asked for. */
const NAME = 'answer'

const FITS: Verdict = { fits: true }

/** The tries a model has for an answer that fits. */
const MOST_TRIES = 3

/**
 * Creates a slot for an answer in a form. With `check` an answer that does not fit is refused with the reason, so that
 * the model can correct it; after three tries the slot holds the problem. Without `check` the caller checks the value.
 */
export function createAnswerSlot(
  schema: Readonly<Record<string, unknown>>,
  check: CheckAnswer | null = null,
): AnswerSlot {
  let given: { readonly value: unknown } | null = null
  let problem: string | null = null
  let tries = 0
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
      const inner = wrapped ? (value as { value?: unknown } | null)?.value : value
      const verdict = check?.(JSON.stringify(schema), JSON.stringify(inner) ?? 'null') ?? FITS
      tries += 1
      if (!verdict.fits) {
        const reasons = verdict.problems.join(' ')
        if (tries >= MOST_TRIES) problem = reasons
        return {
          text: `The answer does not fit: ${reasons} Correct it and call this tool again.`,
          isError: true,
        }
      }
      given = { value: inner }
      return { text: 'The answer was taken.', isError: false }
    },
  })
  return {
    spec: { name: NAME, description, schema: wrapped ? wrap(schema) : schema },
    tool,
    isGiven: () => given !== null || problem !== null,
    value: () => given?.value,
    problem: () => problem,
  }
}

function wrap(schema: Readonly<Record<string, unknown>>) {
  return { type: 'object', properties: { value: schema }, required: ['value'], additionalProperties: false }
}
