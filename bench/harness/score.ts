import { setImmediate } from 'node:timers/promises'
import type { Message } from '#shared/session/message.ts'
import { scriptOf } from './emission.ts'
import { createHelper } from './helper.ts'
import type { Lab, LabChat } from './lab.ts'
import { type Files, readFiles } from './lab-files.ts'
import { PERFECT, type Profile } from './profiles.ts'
import { createRandom } from './random.ts'
import { createScriptedModel } from './scripted-model.ts'
import type { Task, Turn } from './task.ts'
import { requestTokens } from './tokens.ts'
import { askedOf } from './wire.ts'

/** What came of a task. */
export type TaskScore = {
  readonly task: string
  readonly right: boolean
  /** Files that were neither as before nor as meant at any time. */
  readonly wrongFiles: readonly string[]
  /** Whether a run was called completed although the last answer held nothing that could be read or done. */
  readonly silent: boolean
  readonly requests: number
  readonly promptTokens: number
  readonly failedCalls: number
  /** Answers that the server ended without their calls. */
  readonly lostCalls: number
  readonly repetition: number
  /** How the last run ended. */
  readonly status: string
  /** The results of calls that failed, shortened. */
  readonly words: string
  /** Contents that files had, by path. */
  readonly states: ReadonlyMap<string, ReadonlySet<string>>
}

type Attempt = {
  readonly profile: Profile
  readonly seed: string
  readonly ideal: TaskScore | null
}

/** More than storing takes on the slowest machine. */
const STORED_WITHIN_MS = 60_000

/** Runs a task with the perfect model, whose figures are the ideal. */
export function runIdeal(lab: Lab, task: Task): Promise<TaskScore> {
  return runTask(lab, task, { profile: PERFECT, seed: '', ideal: null })
}

/** Runs a task through the whole app with one scripted model. */
export async function runTask(lab: Lab, task: Task, { profile, seed, ideal }: Attempt): Promise<TaskScore> {
  const project = await lab.project(task.files)
  const random = createRandom(`${task.name} ${profile.name} ${seed}`)
  const before = await readFiles(project.root)
  const states = new Map<string, Set<string>>()
  const look = async () => {
    const files = await readFiles(project.root)
    for (const [name, content] of Object.entries(files))
      states.set(name, (states.get(name) ?? new Set()).add(content))
    return files
  }
  let requests = 0
  let promptTokens = 0
  let lostCalls = 0
  let ids = 0
  const nextId = () => `call_${ids++}`
  let chat: LabChat | null = null
  const results = async (atLeast: number) => {
    const patience = performance.now() + STORED_WITHIN_MS
    for (;;) {
      const found = chat?.begun() === true ? resultsOf(await chat.messages()) : []
      if (found.length >= atLeast) return found
      if (performance.now() > patience) throw new Error(`${task.name}: a result was sent and never stored.`)
      await setImmediate()
    }
  }
  const helper = createHelper(task)
  const model = createScriptedModel(profile, random, { root: project.root, results })
  chat = await lab.chat({
    project,
    model: task.model ?? 'large',
    ...(task.person === undefined ? {} : { person: task.person }),
    own: {
      share: profile.own,
      random: createRandom(`${task.name} ${profile.name} ${seed} own`),
      lost: () => {
        lostCalls += 1
        model.lost()
      },
    },
    respond: async (request) => {
      const asked = askedOf(request)
      const tokens = requestTokens(asked)
      requests += 1
      promptTokens += tokens
      await look()
      if (asked.tools === undefined || asked.tools.length === 0)
        return scriptOf({ text: SUMMARY }, nextId, tokens)
      const refused = task.refuses?.(asked) ?? null
      if (refused !== null) return { status: 400, body: { error: { message: refused } } }
      const helped = helper(asked)
      return scriptOf(helped ?? (await model.respond(asked)), nextId, tokens)
    },
  })
  let status = ''
  let silent = false
  for (const turn of task.turns) {
    status = await takeTurn(lab, chat, model, turn)
    silent ||= status === 'completed' && model.stats.saidNothing && !model.stats.said
    if (!model.stats.said && turn.stopAt === undefined) break
  }
  const messages = await chat.messages()
  const repetition = longestRepetition(messages)
  await chat.close()
  const files = await look()
  return {
    task: task.name,
    requests,
    promptTokens,
    lostCalls,
    repetition,
    silent,
    states,
    status,
    words: failuresIn(messages),
    failedCalls: model.stats.failedCalls,
    right: model.stats.said && isMeant(files, before, task),
    wrongFiles: ideal === null ? [] : wrongFiles(states, before, task, ideal),
  }
}

const SUMMARY = 'Notes of the project were read on request. Nothing was changed so far.'

async function takeTurn(
  lab: Lab,
  chat: LabChat,
  model: ReturnType<typeof createScriptedModel>,
  turn: Turn,
): Promise<string> {
  const { handlers, caller } = lab
  if (turn.before === 'compact') {
    await handlers['session.compact']({ sessionId: chat.id(), note: '' }, caller)
    await chat.settled()
  } else if (turn.before !== undefined && chat.begun()) {
    const permissionMode = turn.before === 'plan mode' ? ('plan' as const) : ('accept_edits' as const)
    await handlers['session.update']({ sessionId: chat.id(), changes: { permissionMode } }, caller)
  }
  await model.begin(turn)
  return chat.say(turn.ask, {
    stopAt: turn.stopAt,
    mode: turn.before === 'plan mode' ? 'plan' : 'accept_edits',
  })
}

function resultsOf(messages: readonly Message[]) {
  return messages.flatMap(({ tool, parts }) =>
    tool === undefined
      ? []
      : [{ isError: tool.isError, text: parts.map((part) => (part.t === 'text' ? part.text : '')).join('') }],
  )
}

function failuresIn(messages: readonly Message[]): string {
  const failures = resultsOf(messages).filter(({ isError }) => isError)
  return failures.map(({ text }) => text.replace(/\s+/g, ' ').slice(0, 160)).join(' | ')
}

function isMeant(files: Files, before: Files, task: Task): boolean {
  const meant = meantFiles(before, task)
  const names = Object.keys(meant)
  return names.length === Object.keys(files).length && names.every((name) => files[name] === meant[name])
}

function meantFiles(before: Files, task: Task): Files {
  const meant: Record<string, string> = { ...before }
  for (const [name, content] of Object.entries(task.meant)) {
    if (content === null) delete meant[name]
    else meant[name] = bytesOf(content)
  }
  return meant
}

/** Files are compared as bytes, so that no reading of them can hide a difference. */
function bytesOf(content: string): string {
  return Buffer.from(content, 'utf8').toString('latin1')
}

function wrongFiles(states: TaskScore['states'], before: Files, task: Task, ideal: TaskScore): string[] {
  const meant = meantFiles(before, task)
  return [...states].flatMap(([name, contents]) => {
    const known = [before[name], meant[name], ...(task.onTheWay?.[name] ?? []).map(bytesOf)]
    const fine = onTheWay(name, [...known, ...(ideal.states.get(name) ?? [])], task)
    return [...contents].some((content) => !fine.has(content)) ? [name] : []
  })
}

/** More states than the edits of any task make. */
const MOST_STATES = 4_096

/** Collects the states of a file on the way: the known ones, and what the edits of the task make of them in any order. */
function onTheWay(name: string, known: readonly (string | undefined)[], task: Task): ReadonlySet<string> {
  const nothing = { visible: '', results: [] }
  const edits = task.turns
    .flatMap(({ steps }) => steps.flatMap((step) => step.calls(nothing)))
    .filter(({ tool, args }) => tool === 'edit' && args['path'] === name)
  const states = new Set(known.filter((content) => content !== undefined))
  for (const state of states) {
    const ends = (text: unknown) =>
      bytesOf(state.includes('\r\n') ? String(text).replaceAll('\n', '\r\n') : String(text))
    for (const { args } of edits) {
      const [oldText, newText] = [ends(args['old_text']), ends(args['new_text'])]
      if (states.size < MOST_STATES) states.add(state.split(oldText).join(newText))
    }
  }
  return states
}

/** Counts how often in a row one call was carried out, or two calls in turn. */
export function longestRepetition(messages: readonly Message[]): number {
  const carriedOut = new Set(
    messages.flatMap(({ tool }) => (tool === undefined || tool.synthetic !== undefined ? [] : [tool.callId])),
  )
  const keys = messages.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.t === 'tool_call' && carriedOut.has(part.callId)
        ? [`${part.name} ${JSON.stringify(part.args)}`]
        : [],
    ),
  )
  return Math.max(0, ...[1, 2].map((period) => longestWithPeriod(keys, period)))
}

function longestWithPeriod(keys: readonly string[], period: number): number {
  let longest = keys.length === 0 ? 0 : 1
  let length = period
  for (let at = period; at < keys.length; at++) {
    length = keys[at] === keys[at - period] ? length + 1 : period
    longest = Math.max(longest, Math.floor(length / period))
  }
  return longest
}
