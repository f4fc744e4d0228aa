import * as fc from 'fast-check'
import { AppError } from '#shared/errors.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import { isTerminal } from '#shared/run/run.ts'
import { textOf, toolCallsOf } from '#shared/session/message.ts'
import { wireProblem } from '../../src/main/context/legality.ts'
import { createBranches } from '../../src/main/runs/branches.ts'
import { recoverRuns } from '../../src/main/runs/recover.ts'
import { openTestLog } from './open-log.ts'
import { asksIn } from './run-questions.ts'
import { createRunRig, type Reply } from './run-rig.ts'
import { calls, echo, runsOf, says } from './scripted-replies.ts'

/** What a person, the world or bad luck does next. */
export type Move =
  | { readonly do: 'send' | 'steer' | 'queue' }
  | { readonly do: 'stop' | 'release' | 'step' | 'crash' | 'quit' | 'delete' }
  | { readonly do: 'answer'; readonly outcome: 'approved' | 'denied'; readonly which: number }
  | Branching
type Branching = { readonly do: 'rewind' | 'visit' | 'resend' | 'again' | 'goOn'; readonly which: number }

/** What the model does when it is asked. */
const SCRIPTS = ['words', 'fails', 'one', 'asks', 'many', 'deaf'] as const
export type Script = (typeof SCRIPTS)[number]

export const moves = (): fc.Arbitrary<readonly Move[]> =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom<Move>({ do: 'send' }, { do: 'steer' }, { do: 'queue' }) },
      { weight: 6, arbitrary: fc.constant<Move>({ do: 'step' }) },
      { weight: 2, arbitrary: fc.constantFrom<Move>({ do: 'stop' }, { do: 'release' }, { do: 'delete' }) },
      { weight: 1, arbitrary: fc.constantFrom<Move>({ do: 'crash' }, { do: 'quit' }) },
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constant('answer' as const),
          outcome: fc.constantFrom('approved' as const, 'denied' as const),
          which: fc.nat(2),
        }),
      },
    ),
    { minLength: 1, maxLength: 30 },
  )
/** The same with somebody who goes back, branches and visits other ways. */
export const movesAndBranches = (): fc.Arbitrary<readonly Move[]> =>
  fc
    .array(
      fc.record({
        do: fc.constantFrom(
          'rewind' as const,
          'visit' as const,
          'resend' as const,
          'again' as const,
          'goOn' as const,
        ),
        which: fc.nat(30),
      }),
      { minLength: 1, maxLength: 10 },
    )
    .chain((branching) =>
      fc
        .shuffledSubarray(branching, { minLength: branching.length })
        .chain((deeds) =>
          moves().chain((all) =>
            fc
              .array(fc.nat(all.length), { minLength: deeds.length, maxLength: deeds.length })
              .map((places) =>
                all.flatMap((move, index): Move[] => [
                  ...deeds.filter((_, deed) => places[deed] === index),
                  move,
                ]),
              ),
          ),
        ),
    )

export const scripts = (): fc.Arbitrary<readonly Script[]> =>
  fc.array(fc.constantFrom(...SCRIPTS), { minLength: 1, maxLength: 12 })

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
    if (isDead) throw new AppError('other', 'This process is gone.')
    return log.log.publish(sessionId, events)
  }
  const die = (): void => {
    isDead = true
  }
  return { log: { ...log, log: { ...log.log, publish } }, die }
}

function openHost(log: ReturnType<typeof openTestLog>, script: readonly Script[]) {
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
  })
  return { rig, gates, die: mortal.die }
}

function replyOf(script: Script, pass: (signal: AbortSignal) => Promise<void>): Reply {
  return async function* (request, signal) {
    yield { t: 'text', block: 0, text: 'So' }
    await pass(signal)
    if (script === 'fails') throw new AppError('llm.stream', 'The connection was lost.')
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

/** Plays the moves, then lets everything come to its end, and tells what the log says. */
export async function play(script: readonly Script[], all: readonly Move[]) {
  let log = openTestLog()
  let host = openHost(log, script)
  const sessionId = await host.rig.open()
  const said: string[] = []
  const taken: string[] = []
  const stops: Promise<void>[] = []
  const word = () => {
    said.push(`word ${said.length}`)
    return said.at(-1) ?? ''
  }
  const restart = () => {
    host.die()
    log = openTestLog({ after: log })
    recoverRuns({
      log: log.log,
      newId: log.newId,
      unsettled: log.reader.unsettled,
      pathOf: log.paths.of,
      report: (_sessionId, error) => {
        throw error
      },
    })
    host = openHost(log, script)
  }
  const move = async (next: Move): Promise<void> => {
    const { rig, gates } = host
    const queue = log.store.folds(sessionId).queue
    if (next.do === 'send') rig.say(sessionId, word())
    if (next.do === 'steer') rig.lane.enqueue(sessionId, 'steer', word())
    if (next.do === 'queue') rig.lane.enqueue(sessionId, 'followup', word())
    if (next.do === 'step') gates.step()
    if (next.do === 'release') rig.lane.release(sessionId)
    if (next.do === 'stop') {
      const run = rig.lane.activeRun(sessionId)
      if (run !== null) stops.push(rig.lane.stop(sessionId, run.runId, 'Stopped by you.'))
    }
    if (next.do === 'delete' && queue[0] !== undefined) {
      rig.queue.remove(sessionId, queue[0].itemId)
      taken.push(queue[0].text)
    }
    if (next.do === 'answer') {
      const ask = asksIn(rig, sessionId)[next.which]
      if (ask !== undefined) answer(host.rig, sessionId, ask.requestId, next.outcome)
    }
    if (isBranching(next)) {
      const text = next.do === 'resend' ? word() : ''
      if (!branch(host.rig, log, sessionId, next, text) && text !== '') said.pop()
    }
    if (next.do === 'crash') restart()
    if (next.do === 'quit') {
      await rig.supervisor.close('Orrery was closed.')
      restart()
    }
  }

  for (const next of all) {
    await move(next)
    await quiet()
  }
  for (let round = 0; round < 400 && isBusy(host.rig, sessionId); round += 1) {
    for (const ask of asksIn(host.rig, sessionId)) answer(host.rig, sessionId, ask.requestId, 'approved')
    host.gates.open()
    await quiet()
    if (host.rig.lane.activeRun(sessionId) === null) host.rig.lane.release(sessionId)
  }
  await Promise.all(stops)
  await quiet()
  return told(log, host.rig, sessionId, { said, taken })
}

type Rig = ReturnType<typeof createRunRig>

const isBranching = (move: Move): move is Branching => 'which' in move && move.do !== 'answer'

/** False when it was refused: the agent is at work, or the place is none where one can go on. */
function branch(
  rig: Rig,
  log: ReturnType<typeof openTestLog>,
  sessionId: SessionId,
  { do: deed, which }: Branching,
  text: string,
): boolean {
  const { sessions, lane } = rig
  const branches = createBranches({ log: rig.log.log, sessions, lane, reader: log.reader })
  const events = log.reader.eventsAfter(sessionId, 0).filter(isOnBranch)
  const at = events[which % Math.max(1, events.length)]
  try {
    if (deed === 'rewind') branches.rewind(sessionId, at?.id ?? null)
    if (deed === 'goOn') branches.goOn(sessionId)
    if (at === undefined) return deed === 'rewind' || deed === 'goOn'
    if (deed === 'visit') branches.visit(sessionId, at.id)
    if (deed === 'resend') branches.resend(sessionId, at.id, text)
    if (deed === 'again') branches.answerAgain(sessionId, at.id)
    return true
  } catch (error) {
    if (error instanceof AppError && ['run.active', 'session.not_found'].includes(error.code)) return false
    throw error
  }
}

/** An answer to a run that is being stopped is refused; that is how it should be. */
function answer(rig: Rig, sessionId: SessionId, requestId: string, outcome: 'approved' | 'denied'): void {
  try {
    rig.answers.give(sessionId, requestId as never, { outcome }, { scope: 'once' })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'queue.gone') throw error
  }
}

function isBusy(rig: Rig, sessionId: SessionId): boolean {
  return rig.lane.activeRun(sessionId) !== null || rig.log.store.folds(sessionId).queue.length > 0
}

/** Lets everything happen that can happen by itself. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

type Words = { readonly said: readonly string[]; readonly taken: readonly string[] }

function told(log: ReturnType<typeof openTestLog>, rig: Rig, sessionId: SessionId, words: Words) {
  const { activeContextId } = rig.sessions.get(sessionId).meta
  const path = activeContextId === null ? [] : log.paths.of(sessionId, activeContextId)
  const events = log.reader.eventsAfter(sessionId, 0)
  const live = log.store.folds(sessionId)
  return {
    wanted: words.said.filter((text) => !words.taken.includes(text)).sort(),
    kept: path.flatMap(wordsOf).sort(),
    /** On any branch. */
    stored: [...new Set(events.flatMap(wordsOf))].sort(),
    problems: [...new Set(rig.requests.map(({ messages }) => wireProblem(messages)))].filter(
      (problem) => problem !== null,
    ),
    offTheBranch: events.filter((event) => isOnBranch(event) && !path.some((at) => at.id === event.id))
      .length,
    openCalls: openCalls(path),
    unfinished: runsOf(rig, sessionId).filter((run) => !isTerminal(run.status)).length,
    requests: Object.keys(live.interactions).length,
    underWay: log.bus.underWay(sessionId),
    numbers: events.map((event) => event.seq),
    live,
    rebuilt: log.store.rebuild(sessionId),
  }
}

const isOnBranch = (event: DurableEvent) => event.kind === 'message' || event.kind === 'harness.item'

function wordsOf(event: DurableEvent): string[] {
  if (event.kind === 'harness.item' && event.payload.kind === 'steer') return [event.payload.content]
  if (event.kind !== 'message' || event.payload.message.role !== 'user') return []
  return [textOf(event.payload.message)]
}

/** Calls without an answer, with two, or whose answers stand in another order. */
function openCalls(path: readonly DurableEvent[]): string[] {
  const messages = path.flatMap((event) => (event.kind === 'message' ? [event.payload.message] : []))
  return messages.flatMap((message, index) => {
    const made = toolCallsOf(message).map((call) => call.callId)
    const rest = messages.slice(index + 1)
    const next = rest.findIndex((later) => later.role !== 'tool')
    const answered = rest.slice(0, next === -1 ? rest.length : next).map((later) => later.tool?.callId)
    if (message.role !== 'assistant' || JSON.stringify(made) === JSON.stringify(answered)) return []
    return [`${made.join(' ')} was answered by ${answered.join(' ')}`]
  })
}
