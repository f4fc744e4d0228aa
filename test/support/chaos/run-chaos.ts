import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import { createBranches } from '../../../src/main/runs/history/branches.ts'
import { recoverRuns } from '../../../src/main/runs/run/recover.ts'
import { openTestLog } from '../data/open-log.ts'
import type { Branching, Move, Script } from '../rigs/run-moves.ts'
import { asksIn } from '../rigs/run-questions.ts'
import type { createRunRig } from '../rigs/run-rig.ts'
import { forkAt, problemsOf } from './chaos-forks.ts'
import { openHost } from './chaos-host.ts'
import { isOnBranch, told } from './chaos-outcome.ts'
import { openChaosWindows } from './chaos-windows.ts'

/** Plays the moves, then lets everything come to its end, and tells what the log says. */
export async function play(script: readonly Script[], all: readonly Move[]) {
  let log = openTestLog()
  let host = openHost(log, script)
  const sessionId = await host.rig.open()
  const said: string[] = []
  const taken: string[] = []
  const stops: Promise<void>[] = []
  const copies: NonNullable<ReturnType<typeof forkAt>>[] = []
  let starts = 1
  let windows = openChaosWindows(log, sessionId, `start ${starts}`)
  const word = () => {
    // Long enough for a few of them to be worth a summary.
    said.push(`word ${said.length} ${'of the tide '.repeat(100)}`)
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
    windows.close()
    starts += 1
    windows = openChaosWindows(log, sessionId, `start ${starts}`)
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
    const waits = 'which' in next ? queue[next.which % Math.max(1, queue.length)] : undefined
    if (next.do === 'now' && waits !== undefined) rig.lane.sendNow(sessionId, waits.itemId)
    if (next.do === 'edit' && waits !== undefined) {
      rig.queue.update(sessionId, waits.itemId, { text: word(), position: next.which })
      taken.push(waits.text)
    }
    if (next.do === 'compact') await refusable(() => host.room.byHand.start(sessionId, ''))
    if (next.do === 'uncompact') await refusable(async () => host.room.byHand.undo(sessionId))
    if (next.do === 'note') host.room.note(sessionId)
    if (next.do === 'reload') windows.reload(next.which)
    if (next.do === 'fork') {
      const made = forkAt(host, log, sessionId, next.which)
      if (made !== null) copies.push(made)
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
    windows.settle()
  }
  for (let round = 0; round < 400 && isBusy(host.rig, sessionId); round += 1) {
    for (const ask of asksIn(host.rig, sessionId)) answer(host.rig, sessionId, ask.requestId, 'approved')
    host.gates.open()
    await quiet()
    if (host.rig.lane.activeRun(sessionId) === null) host.rig.lane.release(sessionId)
  }
  await Promise.all(stops)
  await quiet()
  windows.settle()
  return {
    ...told(log, host.rig, sessionId, { said, taken }),
    copies: { made: copies.length, problems: copies.flatMap((made) => problemsOf(host, log, made)) },
    windows: windows.seen(),
  }
}

type Rig = ReturnType<typeof createRunRig>

/** The agent is at work, there is nothing to gain, or nothing to take back: that is how it should be. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && ['run.active', 'session.not_found'].includes(error.code)

async function refusable(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
}

const BRANCHING = ['rewind', 'visit', 'resend', 'again', 'goOn']
const isBranching = (move: Move): move is Branching => BRANCHING.includes(move.do)

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
    if (isRefusal(error)) return false
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
