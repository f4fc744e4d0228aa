import type { Script, ScriptStep } from '../../test/support/models/model-script.ts'
import { tokensOf } from './tokens.ts'

/** A call as a model writes it: the arguments are text, whether or not they are JSON. */
export type WrittenCall = { readonly name: string; readonly args: string }

/** What a model means: a tool by its own name, with arguments the tool takes as they are. */
export type Move = { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }

/** One answer of a scripted model. */
export type Emission = {
  readonly reasoning?: string
  readonly text?: string
  readonly calls?: readonly WrittenCall[]
  /** Why the answer ends; by itself it follows from the calls. */
  readonly finish?: 'stop' | 'tool_calls' | 'length'
}

/** Writes a move as a model does that makes no mistake. */
export function written({ tool, args }: Move): WrittenCall {
  return { name: tool, args: JSON.stringify(args) }
}

/** Turns an answer into what the server sends. Ids of calls never repeat within a chat. */
export function scriptOf(emission: Emission, nextId: () => string, promptTokens = 10): Script {
  const { reasoning = '', text = '', calls = [] } = emission
  const completion = tokensOf([reasoning, text, ...calls.map(({ args }) => args)].join('\n'))
  const steps: ScriptStep[] = []
  if (reasoning !== '') steps.push({ do: 'reasoning', text: reasoning })
  if (text !== '') steps.push({ do: 'text', text })
  for (const [index, { name, args }] of calls.entries()) {
    steps.push({ do: 'call', index, id: nextId(), name }, { do: 'call', index, args })
  }
  const finish = emission.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop')
  steps.push({ do: 'finish', reason: finish })
  steps.push({ do: 'usage', usage: { prompt: promptTokens, completion } })
  return { steps }
}
