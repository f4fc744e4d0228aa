import { z } from 'zod'
import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { textOf } from '#shared/session/message-words.ts'
import type { ModelChunk } from '../../../src/main/models/model.ts'
import { defineTool, type Tool } from '../../../src/main/tools/tool.ts'
import type { createRunRig, Reply } from './run-rig.ts'

export const END: ModelChunk = { t: 'end', stop: 'stop', usage: { input: 10, output: 5 } }

export const says = (text: string): Reply =>
  async function* () {
    yield { t: 'text', block: 0, text }
    yield END
  }

export const calls = (...names: string[]): Reply =>
  async function* () {
    for (const [index, name] of names.entries()) {
      yield { t: 'tool_args', callId: `call_${index}`, name, text: '{"word":' }
      yield { t: 'tool_args', callId: `call_${index}`, text: `"${name} ${index}"}` }
    }
    yield { ...END, stop: 'tool_calls' }
  }

/** Says something and then goes on for ever, until it is stopped. */
export const saysAndHangs = (text: string): Reply =>
  async function* (_request, signal) {
    yield { t: 'text', block: 0, text }
    await untilAborted(signal)
  }

export const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
  })

export function echo(
  name: string,
  run: (word: string, signal: AbortSignal) => Promise<string>,
  parallel = true,
): Tool {
  return defineTool({
    name,
    title: name,
    description: '',
    schema: z.strictObject({ word: z.string() }),
    parallel,
    access: 'read',
    plan: async () => ({ acts: [], preview: { kind: 'args', text: '' } }),
    run: async ({ word }, _context, signal) => ({ text: await run(word, signal), isError: false }),
  })
}

export const runsOf = (rig: ReturnType<typeof createRunRig>, sessionId: SessionId): RunRecord[] =>
  Object.values<RunRecord>(rig.log.store.folds(sessionId).runs)

export const ended = (rig: ReturnType<typeof createRunRig>, sessionId: SessionId, count = 1) =>
  rig.until(sessionId, () => {
    const runs = runsOf(rig, sessionId)
    return (
      runs.length === count && runs.every((run) => ['completed', 'failed', 'cancelled'].includes(run.status))
    )
  })

export const transcript = (rig: ReturnType<typeof createRunRig>, sessionId: SessionId): string[] =>
  rig.messages(sessionId).map((message) => `${message.role}: ${textOf(message)}`)
