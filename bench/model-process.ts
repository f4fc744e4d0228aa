import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions'

/** How a request begins: what the model is told before the conversation. */
export type RequestHead = {
  readonly system: ChatCompletionMessageParam
  readonly tools: ChatCompletionTool[]
}

export type ModelProcess = {
  readonly baseUrl: string
  /** How the first request began, once there was one. */
  readonly head: Promise<RequestHead>
  readonly stop: () => Promise<void>
}

/** The scripted model server in a process of its own. */
export async function startModel(root: string): Promise<ModelProcess> {
  const child = fork(join(root, 'out', 'headless', 'scripted-model.process.js'))
  const ended = once(child, 'exit')
  const baseUrl = (await told(child)) as string
  const head = told(child) as Promise<RequestHead>
  // Whoever needs it waits for it; a bench that does not must not fail for its sake.
  head.catch(() => {})
  return {
    baseUrl,
    head,
    stop: async () => {
      child.disconnect()
      await ended
    },
  }
}

/** The next thing the process says. */
function told(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', () => reject(new Error('The model server ended too early.')))
  })
}
