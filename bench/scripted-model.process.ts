import { writeFileSync } from 'node:fs'
import { callScript, eventOf, type Script, type ScriptStep } from '../test/support/models/model-script.ts'
import type { RecordedRequest } from '../test/support/models/model-server.ts'
import { createModelServer } from '../test/support/models/model-server.ts'
import { wordsOf } from './conversation.ts'
import { AGENT_PROMPT, type RecordMessage } from './model-process.ts'

const told = { first: false, agent: false }

/**
 * A model server in a process of its own, so that it does not share the event loop of what is measured. The newest
 * words of the person say what it does: `chunks 20000` streams as fast as it can, `paced 2000` two hundred pieces a
 * second, `rounds 50` calls a tool that often, `agents 200` and `sleepers 50` give work to that many agents, `busy 200`
 * gives them 30 rounds of a tool each, `teammates 50` takes that many into a team. It tells how the first request began, and the first of an agent, so that
 * a bare loop can say the same to the model.
 */
/** The bodies of requests since they are recorded, as JSON; null before. */
let recorded: string[] | null = null

const server = await createModelServer({
  respond: (request) => {
    // Nothing asks for them here, and kept they would grow with every request.
    Object.assign(server.requests, { length: 0 })
    recorded?.push(JSON.stringify(request.body))
    if (!told.first) process.send?.(headOf(request))
    told.first = true
    const isAgent = JSON.stringify((request.body as Body).messages.at(-1)).includes(AGENT_PROMPT)
    if (isAgent && !told.agent) process.send?.(headOf(request))
    told.agent ||= isAgent
    return scriptFor(request)
  },
})
process.send?.(server.baseUrl)
process.on('message', (message: RecordMessage) => {
  if (message.save === null) {
    recorded = []
    process.send?.('recording')
    return
  }
  writeFileSync(message.save, (recorded ?? []).join('\n'))
  recorded = null
  process.send?.('saved')
})
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
  const [, what = '', count = '0'] =
    /(chunks|paced|rounds|agents|busy|sleepers|sleep|teammates) (\d+)/.exec(
      JSON.stringify(messages[asked]),
    ) ?? []
  if (what === 'chunks') return streamOf(Number(count))
  if (what === 'paced') return pacedStream(Number(count))
  const answered = messages.length - 1 - asked
  if (what === 'agents' && answered === 0) return agentsOf(Number(count), AGENT_PROMPT)
  if (what === 'busy' && answered === 0) return agentsOf(Number(count), BUSY_PROMPT)
  if (what === 'sleepers' && answered === 0) return agentsOf(Number(count), 'sleep 600')
  if (what === 'teammates' && answered === 0) return TEAM
  if (what === 'teammates' && answered === 2) return agentsOf(Number(count), AGENT_PROMPT, teammate)
  if (what === 'agents' || what === 'busy' || what === 'sleepers' || what === 'teammates') return LAST
  if (what === 'sleep') return answered === 0 ? SLEEP : LAST
  return answered / 2 < Number(count) ? roundOf(answered / 2) : LAST
}

const words = (text: string): ScriptStep[] =>
  (text.match(/\S+\s*/g) ?? []).map((piece): ScriptStep => ({ do: 'text', text: piece }))
const usage: ScriptStep = { do: 'usage', usage: { prompt: 4_000, completion: 60 } }

/**
 * A sentence and a call, in as many pieces as a model sends. Each round reads from another line: a run that repeats one
 * call is paused.
 */
const roundOf = (answered: number): Script => ({
  steps: [
    ...words(wordsOf(24, 1)),
    { do: 'call', index: 0, id: 'call_1', name: 'read' },
    ...['{"', 'path', '":"', 'notes', '.md', '","offset":', `${(answered % 30) + 1}`, '}'].map(
      (args): ScriptStep => ({ do: 'call', index: 0, args }),
    ),
    { do: 'finish', reason: 'tool_calls' },
    usage,
  ],
})
const LAST: Script = { steps: [...words(wordsOf(24, 2)), { do: 'finish', reason: 'stop' }, usage] }

/** Long enough for a person to do something else while 200 agents with it work. */
const BUSY_PROMPT = 'rounds 30'

const TEAM = callScript([{ name: 'team_create', args: { name: 'bench' } }])

const teammate = (index: number) => ({ name: `agent-${index + 1}` })

/** One answer that gives work to many agents at once. */
function agentsOf(count: number, prompt: string, more: (index: number) => object = () => ({})): Script {
  const tasks = Array.from({ length: count }, (_, index) => ({
    id: `call_${index + 1}`,
    name: 'agent',
    args: {
      title: `Agent ${index + 1}`,
      prompt: `${prompt} and no more`,
      ...more(index),
    },
  }))
  return callScript(tasks)
}

/** A program that ends only when it is ended. */
const SLEEP: Script = callScript([{ name: 'bash', args: { command: 'sleep 600' } }])

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

const PIECES_PER_SECOND = 200

/** Pieces of eight bytes in paragraphs at the pace of a fast model. A late timer sends what is due and no more waits. */
function pacedStream(count: number): Script {
  const began = performance.now()
  const steps = Array.from({ length: count }, (_, index): ScriptStep[] => {
    const text = index % 50 === 49 ? 'ended.\n\n' : 'a word, '
    const due = () => began + (index * 1_000) / PIECES_PER_SECOND - performance.now()
    const passed = () => new Promise<void>((done) => (due() > 0 ? setTimeout(done, due()) : done()))
    const gate = {
      get passed() {
        return passed()
      },
      open: () => {},
    }
    return [
      { do: 'wait', gate },
      { do: 'text', text },
    ]
  })
  return { steps: [...steps.flat(), { do: 'finish', reason: 'stop' }, usage] }
}
