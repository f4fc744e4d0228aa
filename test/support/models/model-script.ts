/** Something a test opens when the server may go on. */
export type Gate = { readonly passed: Promise<void>; readonly open: () => void }

export function createGate(): Gate {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open: () => open() }
}

export type ScriptedUsage = { prompt: number; completion: number; cached?: number; reasoning?: number }

/** One thing the server does while it answers a chat request. Everything before the first byte is `status`. */
export type ScriptStep =
  | { readonly do: 'text'; readonly text: string }
  | { readonly do: 'reasoning'; readonly text: string; readonly field?: 'reasoning_content' | 'reasoning' }
  | {
      readonly do: 'call'
      readonly index?: number
      readonly id?: string
      readonly name?: string
      readonly args?: string
    }
  | { readonly do: 'finish'; readonly reason: string }
  | { readonly do: 'usage'; readonly usage: ScriptedUsage }
  /** An event with this data, as it stands. */
  | { readonly do: 'data'; readonly data: string }
  /** Bytes as they stand, without any framing. */
  | { readonly do: 'raw'; readonly text: string }
  /** Sends the headers and what was written so far, then waits for the gate. */
  | { readonly do: 'wait'; readonly gate: Gate }
  /** Ends the answer as if it were whole, without the mark that servers send behind one. */
  | { readonly do: 'close' }
  /** Ends the connection without ending the answer. */
  | { readonly do: 'drop' }
  /** Sends nothing more until the client goes away or the server closes. */
  | { readonly do: 'hang' }

/** How the server answers one chat request. */
export type Script =
  | { readonly steps: readonly ScriptStep[] }
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      /** An object is sent as JSON, a string as it stands. */
      readonly body?: unknown
    }
  /** Takes the request and says nothing. */
  | { readonly silent: true }

/** A whole answer in words, with the usage after the finish, as most servers send it. */
export function textScript(text: string, usage: ScriptedUsage = { prompt: 10, completion: 5 }): Script {
  const pieces = text.match(/\S+\s*|\s+/g) ?? []
  return {
    steps: [
      ...pieces.map((piece): ScriptStep => ({ do: 'text', text: piece })),
      { do: 'finish', reason: 'stop' },
      { do: 'usage', usage },
    ],
  }
}

/** An answer that calls tools, one after the other, each in three pieces. */
export function callScript(
  calls: readonly { readonly id?: string; readonly name: string; readonly args: unknown }[],
  text = '',
): Script {
  const steps: ScriptStep[] = text === '' ? [] : [{ do: 'text', text }]
  for (const [index, call] of calls.entries()) {
    const args = JSON.stringify(call.args)
    const half = Math.ceil(args.length / 2)
    steps.push({ do: 'call', index, id: call.id ?? `call_${index + 1}`, name: call.name })
    steps.push({ do: 'call', index, args: args.slice(0, half) })
    steps.push({ do: 'call', index, args: args.slice(half) })
  }
  steps.push({ do: 'finish', reason: 'tool_calls' }, { do: 'usage', usage: { prompt: 10, completion: 5 } })
  return { steps }
}

/** The data of the event a step sends. */
export function eventOf(step: ScriptStep, model: string): unknown {
  const chunk = (choices: unknown[], more: object = {}) => ({
    id: 'chatcmpl-scripted',
    object: 'chat.completion.chunk',
    created: 0,
    model,
    choices,
    ...more,
  })
  const delta = (part: object) => chunk([{ index: 0, delta: part, finish_reason: null }])
  if (step.do === 'text') return delta({ content: step.text })
  if (step.do === 'reasoning') return delta({ [step.field ?? 'reasoning_content']: step.text })
  if (step.do === 'call') return delta({ tool_calls: [callOf(step)] })
  if (step.do === 'finish') return chunk([{ index: 0, delta: {}, finish_reason: step.reason }])
  if (step.do === 'usage') return chunk([], { usage: usageOf(step.usage) })
  return null
}

function callOf(step: Extract<ScriptStep, { do: 'call' }>) {
  return {
    ...(step.index === undefined ? {} : { index: step.index }),
    ...(step.id === undefined ? {} : { id: step.id, type: 'function' }),
    function: {
      ...(step.name === undefined ? {} : { name: step.name }),
      ...(step.args === undefined ? {} : { arguments: step.args }),
    },
  }
}

function usageOf(usage: ScriptedUsage) {
  return {
    prompt_tokens: usage.prompt,
    completion_tokens: usage.completion,
    total_tokens: usage.prompt + usage.completion,
    ...(usage.cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: usage.cached } }),
    ...(usage.reasoning === undefined
      ? {}
      : { completion_tokens_details: { reasoning_tokens: usage.reasoning } }),
  }
}
