import { eventOf, type Script, type ScriptStep } from '../test/support/model-script.ts'
import type { RecordedRequest } from '../test/support/model-server.ts'
import { createModelServer } from '../test/support/model-server.ts'
import { wordsOf } from './conversation.ts'

let told = false

/**
 * A model server in a process of its own, so that it does not share the event loop of what is measured. The newest
 * words of the person say what it does: `chunks 20000` streams, `rounds 50` calls a tool that often. It tells how
 * the first request began, so that a bare loop can say the same to the model.
 */
const server = await createModelServer({
  respond: (request) => {
    // Nothing asks for them here, and kept they would grow with every request.
    Object.assign(server.requests, { length: 0 })
    if (!told) process.send?.(headOf(request))
    told = true
    return scriptFor(request)
  },
})
process.send?.(server.baseUrl)
process.once('disconnect', () => process.exit(0))

type Wire = { readonly role: string; readonly content: unknown }
type Body = { readonly messages: readonly Wire[]; readonly tools?: unknown }

function headOf({ body }: RecordedRequest): { system: Wire | undefined; tools: unknown } {
  const { messages, tools } = body as Body
  return { system: messages.find(({ role }) => role === 'system'), tools }
}

function scriptFor({ body }: RecordedRequest): Script {
  const { messages } = body as Body
  const asked = messages.findLastIndex((message) => message.role === 'user')
  const [, what = '', count = '0'] = /(chunks|rounds) (\d+)/.exec(JSON.stringify(messages[asked])) ?? []
  if (what === 'chunks') return streamOf(Number(count))
  const answered = messages.length - 1 - asked
  return answered / 2 < Number(count) ? ROUND : LAST
}

const words = (text: string): ScriptStep[] =>
  (text.match(/\S+\s*/g) ?? []).map((piece): ScriptStep => ({ do: 'text', text: piece }))
const usage: ScriptStep = { do: 'usage', usage: { prompt: 4_000, completion: 60 } }

/** A sentence and a call, in as many pieces as a model sends. */
const ROUND: Script = {
  steps: [
    ...words(wordsOf(24, 1)),
    { do: 'call', index: 0, id: 'call_1', name: 'read' },
    ...['{"', 'path', '":"', 'notes', '.md', '"}'].map(
      (args): ScriptStep => ({ do: 'call', index: 0, args }),
    ),
    { do: 'finish', reason: 'tool_calls' },
    usage,
  ],
}
const LAST: Script = { steps: [...words(wordsOf(24, 2)), { do: 'finish', reason: 'stop' }, usage] }

const streams = new Map<number, Script>()

/** Pieces of eight bytes in paragraphs, written fifty at a time, so that the server is not what is measured. */
function streamOf(count: number): Script {
  const known = streams.get(count)
  if (known !== undefined) return known
  const line = (text: string) => `data: ${JSON.stringify(eventOf({ do: 'text', text }, 'scripted'))}\n\n`
  const paragraph = line('a word, ').repeat(49) + line('ended.\n\n')
  const steps: ScriptStep[] = Array.from({ length: count / 50 }, () => ({ do: 'raw', text: paragraph }))
  const script: Script = { steps: [...steps, { do: 'finish', reason: 'stop' }, usage] }
  streams.set(count, script)
  return script
}
