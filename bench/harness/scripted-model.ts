import { type Emission, type Move, type WrittenCall, written } from './emission.ts'
import { inParts } from './flow-tasks.ts'
import { chanceAgain, type Evidence, type Profile, READS_AGAIN } from './profiles.ts'
import type { Random } from './random.ts'
import {
  backslashSlip,
  type ChosenSlip,
  chooseSlips,
  TALK_SLIPS,
  type TalkSlip,
  withTalkSlip,
} from './slip-choice.ts'
import { type Reading, read, type Step, type Turn } from './task.ts'
import { tokensOf } from './tokens.ts'
import { type Asked, wordsOf } from './wire.ts'

/** The result of a call, as the chat has it. */
export type CallResult = { readonly text: string; readonly isError: boolean }

/** What the model needs from the lab. */
type Around = {
  readonly root: string
  /** Returns the results of all calls of the chat so far, and waits until there are this many. */
  readonly results: (atLeast: number) => Promise<readonly CallResult[]>
}

/** A call on its way to success. */
type Work = { readonly move: Move; slips: readonly ChosenSlip[] | null; failures: number }

/** Where a model is in its task. */
type State = {
  readonly profile: Profile
  readonly random: Random
  readonly around: Around
  turn: Turn | null
  steps: Step[]
  readonly begun: Set<Step>
  /** Calls of the step that have not succeeded, and looks that come before them. */
  open: Work[]
  looks: Work[]
  /** The calls of the last answer, in order. */
  sent: readonly Work[]
  seen: number
  /** The ids of results that were in a request. */
  readonly known: Set<string>
  isFirst: boolean
  talk: TalkSlip | null
  /** Whether the server ended the last answer without its calls. */
  isLost: boolean
  lastCalls: readonly WrittenCall[]
}

export type ScriptedModel = ReturnType<typeof createScriptedModel>

/** Creates a model that knows what to do and writes it as its profile makes it. */
export function createScriptedModel(profile: Profile, random: Random, around: Around) {
  const state: State = {
    profile,
    random,
    around,
    turn: null,
    steps: [],
    begun: new Set(),
    open: [],
    looks: [],
    sent: [],
    seen: 0,
    known: new Set(),
    isFirst: true,
    talk: null,
    isLost: false,
    lastCalls: [],
  }
  const stats = { failedCalls: 0, gaveUp: false, said: false, saidNothing: false }

  const plainAnswer = (): Emission => {
    const works = state.looks.length > 0 ? state.looks : state.open
    if ([...state.open, ...state.looks].some(({ failures }) => failures >= profile.patience)) {
      stats.gaveUp = true
      return { text: 'I could not do this: the call keeps failing.' }
    }
    if (works.length === 0) return { text: state.turn?.say ?? 'There is nothing to do.' }
    state.sent = works
    return { text: 'Next step.', calls: works.map((work) => writeCall(state, work)) }
  }
  const answer = (): Emission => {
    if (state.talk === null && random.chance(profile.talk)) state.talk = random.pick(TALK_SLIPS)
    const { talk, lastCalls } = state
    stats.saidNothing = false
    if (talk === 'repeat' && lastCalls.length > 0) return { calls: lastCalls }
    const plain = plainAnswer()
    const slip = talk === 'repeat' || stats.gaveUp ? null : talk
    const emission = slip === null ? plain : withTalkSlip(plain, slip, random)
    if (slip === 'cut') state.sent = state.sent.slice(0, 1)
    stats.saidNothing = emission !== plain && slip !== 'think tags'
    const isDone = state.open.length === 0 && state.looks.length === 0
    if (emission.calls === undefined && !stats.saidNothing && isDone) stats.said = true
    return emission
  }
  return {
    stats,
    /** The server ended the last answer without its calls. */
    lost: (): void => {
      state.isLost = true
    },
    /** Prepares for what the person says next. */
    begin: async (turn: Turn): Promise<void> => {
      const seen = (await around.results(0)).length
      Object.assign(state, {
        turn,
        seen,
        steps: [...turn.steps],
        open: [],
        looks: [],
        sent: [],
        talk: null,
        isFirst: true,
      })
      Object.assign(stats, { said: false, saidNothing: false })
    },
    respond: async (asked: Asked): Promise<Emission> => {
      const { seen, isFirst } = state
      const news = newestResults(asked, state.known)
      const results = await around.results(isFirst ? seen : seen + news)
      state.isFirst = false
      state.seen = results.length
      stats.failedCalls += takeIn(state, results.slice(seen), asked)
      await advance(state, {
        visible: asked.messages.map(wordsOf).join('\n'),
        results: results.map(({ text }) => text),
      })
      const emission = cutToFit(answer(), asked)
      state.lastCalls = emission.calls ?? state.lastCalls
      return emission
    },
  }
}

/** Takes in what became of the calls of the last answer, and returns how many failed. */
function takeIn(state: State, fresh: readonly CallResult[], asked: Asked): number {
  const { talk, sent, steps, profile, random } = state
  const words = newestWords(asked)
  if (talk !== null && !random.chance(chanceAgain(profile, talkEvidence(talk, words)))) state.talk = null
  let failures = 0
  for (const [at, work] of sent.entries()) {
    const result = fresh[at]
    if (result === undefined) {
      // The words of the next request are all that a model learns of its lost call.
      if (state.isLost) failed(state, work, words)
      continue
    }
    if (!result.isError || steps[0]?.mayFail === true || isThere(result.text)) {
      succeeded(state, work, result.text)
      continue
    }
    failures += 1
    failed(state, work, result.text)
  }
  state.sent = []
  state.isLost = false
  return failures
}

function succeeded(state: State, work: Work, text: string): void {
  const { profile, random } = state
  state.open = state.open.filter((each) => each !== work)
  state.looks = state.looks.filter((each) => each !== work)
  if (work.move.tool !== 'edit' || showsChange(work.move, text) || profile.habit === 0) return
  if (random.chance(READS_AGAIN)) state.looks.push(lookAt(work))
}

function failed(state: State, work: Work, text: string): void {
  const { profile, random } = state
  work.failures += 1
  const slips = work.slips ?? []
  const evidence = slips.map((slip) => slip.evidence(text))
  const left = slips.filter((_, at) => random.chance(chanceAgain(profile, evidence[at] ?? 'nothing')))
  work.slips = left.length > 0 ? left : null
  const { tool, args } = work.move
  if (tool === 'write' && state.talk !== 'cut' && /\bcut\b|in parts|limit of/i.test(text)) {
    // The rest of the file goes in further steps.
    state.open = state.open.filter((each) => each !== work)
    state.steps.splice(1, 0, ...inParts(String(args['content']), String(args['path'])))
    return
  }
  const isHelped = evidence.includes('shows') || evidence.includes('names')
  if (tool === 'edit' && !isHelped) state.looks = [lookAt(work)]
}

function lookAt({ move }: Work): Work {
  return { move: read(String(move.args['path'])), slips: null, failures: 0 }
}

/** Goes to the next step that has calls. */
async function advance(state: State, reading: Reading): Promise<void> {
  const { begun, profile, random, around } = state
  while (state.open.length === 0 && state.looks.length === 0) {
    const current = state.steps[0]
    if (current === undefined) return
    if (begun.has(current)) {
      await current.afterwards?.(around.root)
      state.steps.shift()
      continue
    }
    begun.add(current)
    const slip = current.backslashes === true && profile.habit > 0 ? backslashSlip(random) : null
    const slips = slip === null ? null : [slip]
    state.open = current.calls(reading).map((move) => ({ move, slips, failures: 0 }))
  }
}

/** Writes a call with its slips; those are chosen the first time, and again once all have been given up. */
function writeCall({ profile, random, around }: State, work: Work): WrittenCall {
  work.slips ??= chooseSlips(work.move, profile, random)
  let current: Move | WrittenCall = work.move
  for (const slip of work.slips) if ('tool' in current) current = slip.apply(current)
  const call = 'tool' in current ? written(current) : current
  return { name: call.name, args: call.args.replaceAll('<root>', around.root) }
}

/** Ends an answer where the server would: at the limit that the request sets. */
function cutToFit(emission: Emission, asked: Asked): Emission {
  const limit = asked.max_tokens ?? asked.max_completion_tokens
  const [first] = emission.calls ?? []
  if (limit === undefined || first === undefined || tokensOf(first.args) <= limit) return emission
  const share = limit / tokensOf(first.args)
  return {
    calls: [{ name: first.name, args: first.args.slice(0, Math.floor(first.args.length * share)) }],
    finish: 'length',
  }
}

/**
 * Counts the results behind the last answer that were not sent before. A request may be sent before they are stored,
 * and one that is asked again has the results of the one before.
 */
function newestResults({ messages }: Asked, known: Set<string>): number {
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  let count = 0
  for (const { role, tool_call_id: id = '' } of messages.slice(last + 1)) {
    if (role !== 'tool' || known.has(id)) continue
    known.add(id)
    count += 1
  }
  return count
}

/** Returns all that the model was sent since its last answer: results, and what the app says beside them. */
function newestWords({ messages }: Asked): string {
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  return messages
    .slice(last + 1)
    .map(wordsOf)
    .join('\n')
}

/** How much the words after an answer tell a model about its slip of talk. */
function talkEvidence(slip: TalkSlip, words: string): Evidence {
  const named: Readonly<Record<TalkSlip, RegExp>> = {
    empty: /\bempty\b/i,
    thoughts: /\bempty\b|thought|reasoning/i,
    'text call': /as text|function interface/i,
    cut: /\bcut\b|not closed|limit/i,
    repeat: /same (call|answer|result)|time you made|will not change|repeat/i,
    'think tags': /$^/,
  }
  return named[slip].test(words) ? 'shows' : 'nothing'
}

function isThere(text: string): boolean {
  return /stands in .* already|already (there|in place)/i.test(text)
}

/** Whether an answer shows the new lines, so that there is no need to read the file again. */
function showsChange({ args }: Move, text: string): boolean {
  const lines = String(args['new_text'])
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.length === 0 ? /\d/.test(text) : lines.some((line) => text.includes(line.trim()))
}
