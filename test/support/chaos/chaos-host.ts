import { AppError } from '#shared/errors.ts'
import type { openTestLog } from '../data/open-log.ts'
import type { Script } from '../rigs/run-moves.ts'
import { createRunRig, type Reply } from '../rigs/run-rig.ts'
import { calls, echo, says } from '../rigs/scripted-replies.ts'
import { createChaosRoom } from './chaos-room.ts'

/** Everything that waits for the test to say "go on". */
function createGates() {
  let waiting: (() => void)[] = []
  return {
    pass: (signal: AbortSignal | null): Promise<void> =>
      new Promise((resolve, reject) => {
        waiting.push(resolve)
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      }),
    step: (): void => waiting.shift()?.(),
    open: (): void => {
      for (const go of waiting) go()
      waiting = []
    },
  }
}

/** The log as one host holds it. When its process is gone, nothing it still does reaches the database. */
function createMortalLog(log: ReturnType<typeof openTestLog>) {
  let isDead = false
  const publish: typeof log.log.publish = (sessionId, events) => {
    if (isDead) throw AppError.quoting('other', 'This process is gone.')
    return log.log.publish(sessionId, events)
  }
  const die = (): void => {
    isDead = true
  }
  return { log: { ...log, log: { ...log.log, publish } }, die }
}

/** One process on a log: the runtime with a model that follows a script, and what makes room in long chats. */
export function openHost(log: ReturnType<typeof openTestLog>, script: readonly Script[]) {
  const gates = createGates()
  const mortal = createMortalLog(log)
  const replies = Array.from({ length: 200 }, (_, index) =>
    replyOf(script[index % script.length] ?? 'words', gates.pass),
  )
  const waits = (word: string, signal: AbortSignal) => gates.pass(signal).then(() => word)
  const rig = createRunRig({
    replies,
    tools: [
      echo('work', waits),
      echo('asks', waits),
      echo('deaf', (word) => gates.pass(null).then(() => word), false),
    ],
    judge: (tool) => ({ verdict: tool === 'asks' ? 'ask' : 'allow', reason: '' }),
    graceMs: 5,
    maxTurns: 6,
    log: mortal.log,
    build: (path) => room.build(path).request.messages,
    makeRoom: (run, why) => room.makeRoom(run, why),
  })
  const room = createChaosRoom(rig, mortal.log, (index) =>
    replyOf(script[index % script.length] ?? 'words', gates.pass),
  )
  return { rig, gates, room, die: mortal.die }
}

function replyOf(script: Script, pass: (signal: AbortSignal) => Promise<void>): Reply {
  return async function* (request, signal) {
    yield { t: 'text', block: 0, text: 'So' }
    await pass(signal)
    if (script === 'fails') throw AppError.quoting('llm.stream', 'The connection was lost.')
    yield* answerOf(script)(request, signal)
  }
}

function answerOf(script: Script): Reply {
  if (script === 'one') return calls('work')
  if (script === 'asks') return calls('asks')
  if (script === 'many') return calls('work', 'asks', 'asks', 'work')
  if (script === 'deaf') return calls('deaf', 'work')
  return says(' be it.')
}

export type ChaosHost = ReturnType<typeof openHost>
