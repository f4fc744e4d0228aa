import { z } from 'zod'
import type { Question } from '#shared/session/interactions/question.ts'
import { promptOf } from '#shared/session/interactions/question-words.ts'
import { modelSchema } from '../model-schema.ts'
import { defineTool, type Tool } from '../tool.ts'
import description from './ask.md?raw'

const Label = z.string().trim().min(1).max(200)
const Described = z.strictObject({ label: Label, description: z.exactOptional(z.string().trim().max(400)) })
const ONE = {
  prompt: z.string().trim().min(1).max(4000),
  choices: z.exactOptional(
    z
      .array(z.union([Label, Described]))
      .min(1)
      .max(8),
  ),
  multiple: z.exactOptional(z.boolean()),
}
const AskArgs = z.strictObject({
  ...ONE,
  more: z.exactOptional(z.array(z.strictObject(ONE)).max(3)),
})
type AskArgs = z.output<typeof AskArgs>

/** Lets the model ask the person one question, or up to four at once. */
export function createAskTool(): Tool {
  return defineTool({
    name: 'ask',
    title: 'Ask',
    description,
    schema: AskArgs,
    toldSchema: shortForm(),
    parallel: false,
    access: 'read',
    plan: async (args) => ({ acts: [], preview: { kind: 'args', text: promptOf(questionsIn(args)) } }),
    run: async (args, context, signal) => {
      const questions = questionsIn(args)
      const answer = await context.ask(questions, signal)
      return {
        text: answer,
        isError: false,
        details: { kind: 'question', prompt: promptOf(questions), answer },
      }
    },
  })
}

/** The schema for models, which describes the form of a question once. */
function shortForm(): Readonly<Record<string, unknown>> {
  const told = modelSchema(AskArgs)
  return {
    ...told,
    properties: { ...Object(told['properties']), more: { type: 'array', items: { type: 'object' } } },
  }
}

function questionsIn({ more = [], ...first }: AskArgs): readonly Question[] {
  const asked = [first, ...more].filter(
    ({ prompt }, at, all) => all.findIndex((other) => other.prompt === prompt) === at,
  )
  return asked.map(({ prompt, choices, multiple }) => ({
    prompt,
    ...(choices === undefined ? {} : { choices: choicesIn(choices) }),
    // Without choices there is nothing to pick several of.
    ...(multiple === true && choices !== undefined ? { multiple } : {}),
  }))
}

/** The choices, each label once. */
function choicesIn(choices: NonNullable<AskArgs['choices']>): NonNullable<Question['choices']> {
  const byLabel = new Map<string, NonNullable<Question['choices']>[number]>()
  for (const choice of choices) {
    const { label, description: words = '' } = typeof choice === 'string' ? { label: choice } : choice
    if (!byLabel.has(label)) byLabel.set(label, words === '' ? { label } : { label, description: words })
  }
  return [...byLabel.values()]
}
