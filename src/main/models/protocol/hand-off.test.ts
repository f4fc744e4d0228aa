import { afterEach, describe, expect, it } from 'vitest'
import {
  callPart,
  sampleRequest,
  toolMessage,
  userMessage,
} from '../../../../test/support/protocols/model-samples.ts'
import { createProtocolServer } from '../../../../test/support/protocols/protocol-server.ts'
import type { ScriptedAnswer } from '../../../../test/support/protocols/scripted-answer.ts'
import {
  ALL_PROTOCOLS,
  answerOf,
  infoOf,
  type ProtocolCase,
  servedModel,
} from '../../../../test/support/protocols/served-protocols.ts'
import { BlobId, EventId } from '../../../shared/ids.ts'
import type { Message, Part } from '../../../shared/session/message.ts'
import type { Entry } from '../../context/branch/entry.ts'
import { repairMessages } from '../../context/request/repair.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const TOOL = { name: 'read', description: 'Reads a file.', schema: { type: 'object', properties: {} } }
const PICTURE: Part = {
  t: 'file',
  blobId: BlobId.parse('blb_00000001'),
  mime: 'image/png',
  name: 'a.png',
}
const THINKS_AND_CALLS: ScriptedAnswer = {
  parts: [
    { t: 'reasoning', text: 'I need both.' },
    { t: 'text', text: 'I read both.' },
    { t: 'call', id: 'call_a', name: 'read', args: { path: 'a.ts' } },
    { t: 'call', id: 'call_b', name: 'read', args: { path: 'b.ts' } },
  ],
}
const HIDDEN: ScriptedAnswer = { parts: [{ t: 'hidden', data: 'x' }, ...THINKS_AND_CALLS.parts] }
const DONE: ScriptedAnswer = { parts: [{ t: 'text', text: 'Done.' }] }
/** An answer that the person stopped before its calls were written, and one that held nothing yet. */
const STOPPED: readonly Message[] = [
  { role: 'assistant', parts: [{ t: 'reasoning', text: 'Let me' }], stop: 'cancelled' },
  userMessage('Another way'),
  { role: 'assistant', parts: [{ t: 'text', text: 'Half a sen' }], stop: 'cancelled' },
]
/** Calls under ids that no other provider takes. */
const IMPORTED: readonly Message[] = [
  userMessage('Before'),
  {
    role: 'assistant',
    parts: [
      callPart('call|fc_very/long.id:with$signs'.padEnd(300, 'x'), 'read', { path: 'z.ts' }),
      callPart('same', 'read', 'no object'),
      callPart('same', 'read', {}),
    ],
    stop: 'tool_calls',
  },
  toolMessage('same', 'read', 'Contents'),
]

/** Returns the messages that the context pipeline sends to a model. */
function repaired(messages: readonly Message[], { api, provider, ref: model }: ReturnType<typeof infoOf>) {
  const stored = messages.map(
    (message, at): Entry => ({
      from: 'message',
      eventId: EventId.parse(`evt_${String(at).padStart(8, '0')}`),
      message,
      merged: [],
    }),
  )
  const rule = { api, provider, model, returnsText: false }
  return repairMessages(stored, rule).entries.map((entry) => entry.message)
}

async function open() {
  const server = await createProtocolServer(...ALL_PROTOCOLS.map(({ served }) => served))
  closers.push(server.close)
  const messages: Message[] = [...IMPORTED, userMessage('Look at this', PICTURE)]
  const ask = async (which: ProtocolCase, answer: ScriptedAnswer, effort: 'high' | 'off' = 'high') => {
    server.enqueue(answer)
    const model = infoOf(which)
    const request = sampleRequest({
      model,
      tools: [TOOL],
      reserveOutput: 32_000,
      effort,
      messages: repaired(messages, model),
      readFile: async () => new Uint8Array([1, 2, 3]),
    })
    const answered = await answerOf(servedModel(which, server.origin), request)
    messages.push(answered)
    for (const part of answered.parts) {
      if (part.t === 'tool_call') messages.push(toolMessage(part.callId, 'read', 'Contents', [PICTURE]))
    }
    return answered
  }
  return { server, messages, ask }
}

/** Replaces all before the newest tool round by a summary, as a compaction between two requests does. */
function compact(messages: Message[]): void {
  const kept = messages.findLastIndex(({ parts }) => parts.some(({ t }) => t === 'tool_call'))
  messages.splice(0, kept, userMessage('Summary of the chat: two files were read.'))
}

const PAIRS = ALL_PROTOCOLS.flatMap((from) => ALL_PROTOCOLS.map((to) => ({ from, to })))

describe('a chat continues with another model', () => {
  it.each(PAIRS)(
    'from $from.name to $to.name, between turns and inside a tool round',
    async ({ from, to }) => {
      const { server, messages, ask } = await open()
      await ask(from, THINKS_AND_CALLS)
      await ask(to, HIDDEN)
      await ask(from, DONE)
      messages.push(...STOPPED, userMessage('And now?'))
      await ask(to, THINKS_AND_CALLS)
      compact(messages)
      await ask(from, THINKS_AND_CALLS, 'off')
      const last = await ask(to, DONE)
      expect(server.faults).toEqual([])
      expect(last.parts).toMatchObject([{ t: 'text', text: 'Done.' }])
    },
  )
})
