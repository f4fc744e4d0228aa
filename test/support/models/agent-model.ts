import { callScript, createGate, type Gate, type Script, textScript } from './model-script.ts'
import type { RecordedRequest } from './model-server.ts'

/** What an agent answers: words, a value for the form it was given, or another call. */
export type AgentAnswer =
  | { readonly say: string }
  | { readonly give: unknown }
  | { readonly call: string; readonly args: unknown }

export type AgentModel = ReturnType<typeof createAgentModel>

type Options = {
  readonly answer: (prompt: string) => AgentAnswer
  /** The output tokens of every answer. */
  readonly output?: number
}

/**
 * Answers the agents of workflows by their prompts, whichever comes first. Agents can be held: they say a few words
 * and then nothing, until they are let go.
 */
export function createAgentModel({ answer, output = 5 }: Options) {
  const prompts: string[] = []
  const held = new Map<string, { readonly gate: Gate; readonly after: number }>()
  let waiters: { readonly holds: () => boolean; readonly wake: () => void }[] = []

  const heard = (prompt: string) => {
    prompts.push(prompt)
    const due = waiters.filter(({ holds }) => holds())
    waiters = waiters.filter((each) => !due.includes(each))
    for (const { wake } of due) wake()
  }
  const askedWith = (word: string) => prompts.filter((prompt) => prompt.includes(word)).length
  const gateOf = (prompt: string): Gate | undefined => {
    const [, holds] =
      [...held].find(([word, { after }]) => prompt.includes(word) && askedWith(word) > after) ?? []
    return holds?.gate
  }
  const respond = (request: RecordedRequest): Script => {
    const { prompt, isAnswered } = askedBy(request.body)
    if (isAnswered) return textScript('I gave my answer.', { prompt: 10, completion: 0 })
    heard(prompt)
    const gate = gateOf(prompt)
    const whole = scriptOf(answer(prompt), output)
    if (gate === undefined || !('steps' in whole)) return whole
    return { steps: [{ do: 'text', text: 'Let me look. ' }, { do: 'wait', gate }, ...whole.steps] }
  }
  return {
    respond,
    /** What agents were asked so far, oldest first; an agent that is tried again stands there twice. */
    prompts: (): readonly string[] => prompts,
    /** Forgets what was asked. */
    forget: () => void prompts.splice(0),
    /** Resolves once this many questions hold the word. */
    asked: (word: string, count = 1): Promise<void> => {
      const holds = () => askedWith(word) >= count
      return holds() ? Promise.resolve() : new Promise((wake) => waiters.push({ holds, wake }))
    },
    /** Holds agents whose prompt has this word in it, once as many were asked as are let through. */
    hold: (word: string, after = 0) => void held.set(word, { gate: createGate(), after }),
    letGo: (word: string) => {
      held.get(word)?.gate.open()
      held.delete(word)
    },
  }
}

function scriptOf(answer: AgentAnswer, output: number): Script {
  const usage = { prompt: 10, completion: output }
  if ('say' in answer) return textScript(answer.say, usage)
  const call = callScript([
    'call' in answer ? { name: answer.call, args: answer.args } : { name: 'answer', args: answer.give },
  ])
  if (!('steps' in call)) return call
  return { steps: call.steps.map((step) => (step.do === 'usage' ? { ...step, usage } : step)) }
}

type Message = { readonly role: string; readonly content?: unknown }

/** The newest thing a person or a script asked, and whether only the end of it is missing. */
function askedBy(body: unknown): { readonly prompt: string; readonly isAnswered: boolean } {
  const { messages = [] } = body as { readonly messages?: readonly Message[] }
  const asked = messages.findLast(({ role }) => role === 'user')
  return { prompt: textOf(asked?.content), isAnswered: messages.at(-1)?.role === 'tool' }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: { readonly text?: string }) => part.text ?? '').join('')
}
