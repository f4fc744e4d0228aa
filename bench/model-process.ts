import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions'

/** What the agents of a bench are asked. */
export const AGENT_PROMPT = 'Say a line'

/** How a request begins: what the model is told before the conversation. */
export type RequestHead = {
  readonly system: ChatCompletionMessageParam
  readonly tools: ChatCompletionTool[]
}

export type ModelProcess = {
  readonly baseUrl: string
  /** How the first request began, once there was one. */
  readonly head: Promise<RequestHead>
  /** The same of the first request of an agent that works for a chat. */
  readonly agentHead: Promise<RequestHead>
  /** Records the bodies of the requests during `act` in a file, one a line. */
  readonly record: (file: string, act: () => Promise<unknown>) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Starts to record requests, or saves what was recorded to a file. */
export type RecordMessage = { readonly save: string | null }

/** The scripted model server in a process of its own. */
export async function startModel(root: string): Promise<ModelProcess> {
  const child = fork(join(root, 'out', 'headless', 'scripted-model.process.js'))
  const ended = once(child, 'exit')
  const baseUrl = (await told(child)) as string
  const head = told(child) as Promise<RequestHead>
  const agentHead = head.then(() => told(child)) as Promise<RequestHead>
  // Whoever needs it waits for it; a bench that does not must not fail for its sake.
  head.catch(() => {})
  agentHead.catch(() => {})
  return {
    baseUrl,
    head,
    agentHead,
    record: async (file, act) => {
      await answered(child, { save: null }, 'recording')
      await act()
      await answered(child, { save: file }, 'saved')
    },
    stop: async () => {
      child.disconnect()
      await ended
    },
  }
}

/** Sends a message and resolves with its answer. */
function answered(child: ChildProcess, message: RecordMessage, answer: string): Promise<void> {
  return new Promise((resolve) => {
    const hear = (said: unknown) => {
      if (said !== answer) return
      child.removeListener('message', hear)
      resolve()
    }
    child.on('message', hear)
    child.send(message)
  })
}

/** The next thing the process says. */
function told(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', () => reject(new Error('The model server ended too early.')))
  })
}
