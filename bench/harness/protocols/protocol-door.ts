import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Script, ScriptStep } from '../../../test/support/models/model-script.ts'
import type { RecordedRequest } from '../../../test/support/models/model-server.ts'
import { anthropicServed } from '../../../test/support/protocols/anthropic-served.ts'
import { geminiServed } from '../../../test/support/protocols/gemini-served.ts'
import { responsesServed } from '../../../test/support/protocols/responses-served.ts'
import type {
  AnswerPart,
  ProtocolRequest,
  ScriptedAnswer,
  ServedProtocol,
} from '../../../test/support/protocols/scripted-answer.ts'
import type { Random } from '../random.ts'
import { withOwnSlip } from './own-slips.ts'
import { type OtherProtocol, readAsked } from './read-asked.ts'

type Served = { readonly served: ServedProtocol; readonly root: string }

const SERVED: Readonly<Record<OtherProtocol, Served>> = {
  'anthropic-messages': { served: anthropicServed, root: '' },
  'openai-responses': { served: responsesServed, root: '/v1' },
  'google-generative-ai': { served: geminiServed, root: '/v1beta' },
}

type Deps = {
  readonly protocol: OtherProtocol
  /** Answers a request in the words of chat completions. */
  readonly respond: (request: RecordedRequest) => Script | Promise<Script>
  /** The share of answers with a slip of the protocol; null for none. */
  readonly own: () => OwnSlips | null
}

export type OwnSlips = {
  readonly share: number
  readonly random: Random
  /** Called when the server ends an answer without its calls. */
  readonly lost: () => void
}

/**
 * Opens a strict server of another protocol in front of models that read and write chat completions. `faults` are the
 * reasons for which the real server would refuse a request.
 */
export async function openProtocolDoor({ protocol, respond, own }: Deps) {
  const { served, root } = SERVED[protocol]
  const faults: string[] = []
  const requests: RecordedRequest[] = []

  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await record(incoming)
    const refuse = (status: number, message: string) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(served.refusal(status, message)))
    }
    if (!served.accepts(request.path)) return refuse(404, 'No such route.')
    const fault = served.fault(request)
    if (fault !== null) {
      faults.push(fault)
      return refuse(400, fault)
    }
    const told: RecordedRequest = { method: 'POST', ...request, body: readAsked(protocol, request) }
    requests.push(told)
    const script = await respond(told)
    if ('silent' in script) return
    if ('status' in script) return refuse(script.status, messageIn(script.body))
    const scripted = answerOf(script.steps)
    const slips = own()
    const plain = served.stream(scripted, request)
    const lines = slips === null ? plain : slipped(protocol, plain, slips)
    const isCalled = scripted.parts.some(({ t }) => t === 'call')
    if (isCalled && protocol === 'google-generative-ai' && !lines.join('').includes('"functionCall"'))
      slips?.lost()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(lines.join(''))
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}${root}`,
    requests,
    faults,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function slipped(protocol: OtherProtocol, lines: readonly string[], slips: OwnSlips): string[] {
  const events = lines.map((line) => JSON.parse(line.slice(line.indexOf('data: ') + 6)) as { type?: string })
  const changed = withOwnSlip(protocol, events, slips)
  return changed.map((event) => {
    const kind = event['type'] === undefined ? '' : `event: ${String(event['type'])}\n`
    return `${kind}data: ${JSON.stringify(event)}\n\n`
  })
}

/** Puts the steps of a script together. */
function answerOf(steps: readonly ScriptStep[]): ScriptedAnswer {
  const parts: AnswerPart[] = []
  const calls = new Map<number, { id: string; name: string; written: string }>()
  let stop: 'length' | null = null
  let usage: ScriptedAnswer['usage']
  for (const step of steps) {
    if (step.do === 'text') parts.push({ t: 'text', text: step.text })
    else if (step.do === 'reasoning') parts.push({ t: 'reasoning', text: step.text })
    else if (step.do === 'finish' && step.reason === 'length') stop = 'length'
    else if (step.do === 'usage') usage = { input: step.usage.prompt, output: step.usage.completion }
    else if (step.do === 'call') {
      const { index = 0, id = '', name = '', args = '' } = step
      const call = calls.get(index) ?? { id: '', name: '', written: '' }
      calls.set(index, { id: call.id || id, name: call.name || name, written: call.written + args })
    }
  }
  for (const call of calls.values()) parts.push({ t: 'call', args: {}, ...call })
  return { parts, ...(stop === null ? {} : { stop }), ...(usage === undefined ? {} : { usage }) }
}

function messageIn(body: unknown): string {
  const { error } = (body ?? {}) as { error?: { message?: string } }
  return error?.message ?? 'No.'
}

async function record(incoming: IncomingMessage): Promise<ProtocolRequest> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece as Buffer)
  const text = Buffer.concat(pieces).toString('utf8')
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  return { path: incoming.url ?? '', headers: incoming.headers, body }
}
