import { parentPort, workerData } from 'node:worker_threads'
import { never } from '#shared/never.ts'
import type { SchemaVerdict } from '../../engine/ports.ts'
import type { RoomTurn } from './room-turn.ts'
import type { FromSandbox, SandboxBirth, ToSandbox, Turn } from './sandbox-messages.ts'
import { openScriptRoom, type ScriptRoom } from './script-room.ts'

const port = parentPort
if (port === null) throw new Error('This is the worker of a script sandbox.')

const { module, limits } = workerData as SandboxBirth
const say = (message: FromSandbox) => port.postMessage(message)
const opening = openScriptRoom({
  module,
  limits,
  elapsed: () => performance.now(),
  beat: () => say([{ t: 'beat' }]),
})
// The host waits longer for the first sign of life than for those after it.
void opening.then(() => say([{ t: 'beat' }]))
// Most scripts have no schema, and then nothing is loaded for them.
let checking: Promise<(schema: string, value: string) => SchemaVerdict> | null = null

/** Long enough to answer many messages together, short enough to count as a sign of life. */
const TOGETHER_MS = 200

port.on('message', (messages: readonly ToSandbox[]) => {
  // A failure here ends the worker, which the host sees.
  void answerAll(messages)
})

async function answerAll(messages: readonly ToSandbox[]): Promise<void> {
  let turns: Turn[] = []
  let since = performance.now()
  for (const message of messages) {
    turns.push(await turnOf(message))
    if (performance.now() - since < TOGETHER_MS) continue
    say(turns)
    turns = []
    since = performance.now()
  }
  say(turns)
}

async function turnOf(message: ToSandbox): Promise<Turn> {
  const { seq } = message
  if (message.t === 'check') {
    checking ??= import('./schema-check.ts').then(({ createSchemaCheck }) => createSchemaCheck())
    const verdict = (await checking)(message.schema, message.value)
    return { t: 'turn', seq, said: [], outcome: null, verdict }
  }
  const { said, outcome } = entered(await opening, message)
  return { t: 'turn', seq, said, outcome, verdict: null }
}

function entered(room: ScriptRoom, message: Exclude<ToSandbox, { t: 'check' }>): RoomTurn {
  switch (message.t) {
    case 'run':
      return room.run(message.program)
    case 'value':
    case 'error':
      return room.deliver(message.id, message.t, message.json, message.spent)
    case 'child':
      return room.deliverChild(message.id, message.program, message.spent)
    default:
      return never(message)
  }
}
