import { expect, it } from 'vitest'
import { geminiServed } from '../../../../test/support/protocols/gemini-served.ts'
import {
  assistantMessage,
  collectFailure,
  sampleRequest,
  toolMessage,
  userMessage,
} from '../../../../test/support/protocols/model-samples.ts'
import { createProtocolServer } from '../../../../test/support/protocols/protocol-server.ts'
import {
  answerOf,
  infoOf,
  SERVED_PROTOCOLS,
  servedModel,
} from '../../../../test/support/protocols/served-protocols.ts'
import type { Part } from '../../../shared/session/message.ts'

const which = SERVED_PROTOCOLS.find(({ api }) => api === 'google-generative-ai')
if (which === undefined) throw new Error('There is no such protocol.')
const TOOL = { name: 'read', description: 'Reads a file.', schema: { type: 'object', properties: {} } }

async function served() {
  const server = await createProtocolServer(geminiServed)
  if (which === undefined) throw new Error('There is no such protocol.')
  const model = servedModel(which, server.origin)
  const info = infoOf(which)
  return { server, model, request: { model: info, tools: [TOOL] } }
}

it('sends a call that was mended with the placeholder of Google and not with its signature', async () => {
  const { server, model, request } = await served()
  server.enqueue(
    { parts: [{ t: 'call', id: '', name: 'read', args: { file: 'a.txt' } }] },
    { parts: [{ t: 'text', text: 'Done.' }] },
  )
  const asked = userMessage('Read it.')
  const first = await answerOf(model, sampleRequest({ ...request, messages: [asked] }))
  const written = { name: 'read', args: '{"file":"a.txt"}' }
  const mended = first.parts.map(
    (part): Part => (part.t === 'tool_call' ? { ...part, args: { path: 'a.txt' }, written } : part),
  )
  const [call] = mended
  if (call?.t !== 'tool_call') throw new Error('There is no call.')
  const messages = [asked, { ...assistantMessage(...mended), model: request.model.ref }]
  await answerOf(
    model,
    sampleRequest({ ...request, messages: [...messages, toolMessage(call.callId, 'read', 'One line.')] }),
  )
  expect(server.faults).toEqual([])
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('skip_thought_signature_validator')
  await server.close()
})

it('reads the call that Google dropped from the message of its end', async () => {
  const { server, model, request } = await served()
  const written = "{'path': 'a.txt'}"
  server.enqueue({ parts: [{ t: 'call', id: '', name: 'read', args: {}, written }] })
  const answer = await answerOf(model, sampleRequest({ ...request, messages: [userMessage('Read it.')] }))
  expect(answer.parts).toMatchObject([{ t: 'tool_call', name: 'read', args: written }])
  await server.close()
})

it('fails where Google dropped a call and does not say which, so that it is asked again', async () => {
  const { server, request } = await served()
  const end = { candidates: [{ index: 0, content: {}, finishReason: 'MALFORMED_FUNCTION_CALL' }] }
  const stream = () => [`data: ${JSON.stringify(end)}\n\n`]
  const strange = await createProtocolServer({ ...geminiServed, stream })
  strange.enqueue({ parts: [] })
  if (which === undefined) throw new Error('There is no such protocol.')
  const { error } = await collectFailure(
    servedModel(which, strange.origin),
    sampleRequest({ ...request, messages: [userMessage('Read it.')] }),
  )
  expect(error).toMatchObject({ code: 'llm.stream', recoverable: true })
  expect(error.message).toContain('MALFORMED_FUNCTION_CALL')
  await server.close()
  await strange.close()
})
