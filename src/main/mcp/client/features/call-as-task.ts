import type { Client, ProgressCallback } from '@modelcontextprotocol/client'
import { z } from 'zod'

/** Limits of the pause between two questions about a task, and the usual pause, in milliseconds. */
const SHORTEST_MS = 100
const LONGEST_MS = 5_000
const USUAL_MS = 1_000
/** The time for which a server keeps a task, in milliseconds. */
const TTL_MS = 60 * 60_000
const CANCEL_MS = 2_000

const Task = z.looseObject({
  taskId: z.string().min(1).max(1_000),
  status: z.enum(['working', 'input_required', 'completed', 'failed', 'cancelled']),
  statusMessage: z.string().max(4_000).nullish(),
  pollInterval: z.number().nullish(),
})
type Task = z.infer<typeof Task>

const Created = z.looseObject({ task: Task })
const Result = z.looseObject({})

/** Whether a server of revision 2025-11-25 takes calls of tools as tasks. */
export function takesTasks(client: Client): boolean {
  if (client.getProtocolEra() === 'modern') return false
  return client.getServerCapabilities()?.tasks?.requests?.tools?.call !== undefined
}

type Call = { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }
type Options = {
  readonly signal: AbortSignal
  readonly timeout: number
  readonly onprogress: ProgressCallback
  /** Called with each state of the task, and its message where that is another. */
  readonly heard: (message: string | null) => void
}

/**
 * Calls a tool as a task (revision 2025-11-25): starts it, asks for its state, and reads its result. A lost stream does
 * not lose the work. Aborting cancels the task.
 */
export async function callAsTask(client: Client, call: Call, options: Options): Promise<unknown> {
  const { signal, timeout, onprogress, heard } = options
  const limits = { signal, timeout }
  const params = { ...call, arguments: { ...call.arguments }, task: { ttl: TTL_MS } }
  const created = await client.request({ method: 'tools/call', params }, Created, { ...limits, onprogress })
  const { taskId } = created.task
  try {
    let task: Task = created.task
    let said = ''
    for (;;) {
      const message = task.statusMessage ?? ''
      heard(message === '' || message === said ? null : message)
      said = message
      // The server sends its questions while the result is awaited.
      if (task.status !== 'working') break
      await pause(task.pollInterval ?? USUAL_MS, signal)
      task = await client.request({ method: 'tasks/get', params: { taskId } }, Task, limits)
    }
    if (task.status === 'cancelled') throw new Error('The server cancelled the call.')
    return await client.request({ method: 'tasks/result', params: { taskId } }, Result, limits)
  } catch (error) {
    if (signal.aborted) await cancel(client, taskId)
    throw error
  }
}

/** The task ends with its time limit where the server does not hear this. */
async function cancel(client: Client, taskId: string): Promise<void> {
  const asked = client.request({ method: 'tasks/cancel', params: { taskId } }, Result, { timeout: CANCEL_MS })
  await asked.catch(() => undefined)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(LONGEST_MS, Math.max(SHORTEST_MS, ms)),
    )
    signal.addEventListener('abort', stop, { once: true })
  })
}
