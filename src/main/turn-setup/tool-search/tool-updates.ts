import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import { firstPart } from '#shared/first-part.ts'
import type { EventId } from '#shared/ids.ts'
import { textOf } from '#shared/session/message-words.ts'
import {
  discoveredTools,
  forgottenTools,
  hintItem,
  knownTools,
  toolsItem,
} from '../../context/updates/tool-updates.ts'
import type { RunHandle } from '../../runs/run/run-handle.ts'
import type { Tool } from '../../tools/tool.ts'
import { countContentWords, createToolIndex } from '../../tools/tool-search/tool-index.ts'
import { definitionsWithin } from '../../tools/tool-search/tool-words.ts'
import type { ToolList } from './tool-lists.ts'
import { serverLines } from './tool-words.ts'

type Deps = {
  readonly path: () => readonly DurableEvent[]
  readonly list: () => ToolList
  /** Grows with each change of an MCP server. */
  readonly changes: () => number
  /** Reads the tools of servers again. */
  readonly refresh: () => Promise<void>
  readonly failed: (error: unknown) => void
}

/**
 * A tool fits a message clearly from this score, with so many of its words and this share of them. Tools below the share
 * of the best score are not named. Chosen so that ordinary requests about code name none.
 */
const CLEAR_SCORE = 0.25
const CLEAR_WORDS = 2
const CLEAR_COVER = 0.6
const CLEAR_LEAD = 0.75
const MOST_HINTS = 3
/** The beginning of a message that is compared, in characters. */
const LONGEST_ASKED = 600
/** The longest definitions in items, in characters. */
const HINT_ROOM = 900
const AGAIN_ROOM = 6_000
const CAME_ROOM = 12_000

/** Tools after whose calls other tools can be needed. */
const WAKING: ReadonlySet<string> = new Set([
  'team_delete',
  'skill',
  'bash',
  'agent',
  'team_create',
  'memory_save',
  'workflow',
])

/**
 * Announces tools that are not in the tool list: those that came and went, those found before a summary, and those that
 * clearly fit a message of the person or the last line of the agent. Each is appended once, so that requests keep their
 * prefix.
 */
export function createToolUpdates({ path, list, changes, refresh, failed }: Deps) {
  const indexOf = createToolIndex()
  let seen = changes()
  let isFresh = false
  const compared = new Set<EventId>()

  const scan = (): void => {
    const now = changes()
    if (now === seen) return
    seen = now
    refresh()
      .then(() => {
        isFresh = true
      })
      .catch(failed)
  }

  return {
    has: (): boolean => {
      scan()
      return isFresh
    },
    take: (run: Pick<RunHandle, 'publish'>): void => {
      scan()
      isFresh = false
      const now = list()
      const events = path()
      const items = [...changedTools(events, now)]
      const fresh = newestWords(events).filter(({ id }) => !compared.has(id))
      for (const { id } of fresh) compared.add(id)
      items.push(...hintsFor(fresh, events, now, indexOf))
      if (items.length > 0)
        run.publish(items.map((payload): NewDurableEvent => ({ kind: 'harness.item', payload })))
    },
    /** The same tools. Calls of some of them can make others needed. */
    watching: (tools: readonly Tool[]): readonly Tool[] =>
      tools.map((tool) => (WAKING.has(tool.name) ? woken(tool, () => (isFresh = true)) : tool)),
  }
}

/** The item that names tools for new words of a chat; none where no tool clearly fits or all are known. */
function hintsFor(
  words: readonly Words[],
  events: readonly DurableEvent[],
  { deferred, inline }: ToolList,
  indexOf: ToolIndexOf,
): readonly HarnessItem[] {
  if (words.length === 0) return []
  const known = new Set([...discoveredTools(events), ...inline])
  const hinted = deferred.filter(isHinted)
  const found = new Set(words.flatMap(({ text }) => clearTools(text, hinted, indexOf)))
  const unknown = [...found].filter(({ name }) => !known.has(name)).slice(0, MOST_HINTS)
  const { text, shown } = definitionsWithin(unknown, HINT_ROOM)
  return shown.length === 0 ? [] : [hintItem(shown, text)]
}

/** Tools of the app are announced when something needs them. */
const isHinted = ({ server }: Tool): boolean => server !== undefined

/** A tool that does something once a call has ended. */
function woken(tool: Tool, after: () => void): Tool {
  return {
    ...tool,
    open: (args) => {
      const opened = tool.open(args)
      if (!opened.ok) return opened
      const { call } = opened
      const run: typeof call.run = async (context, signal, fresh) => {
        try {
          return await call.run(context, signal, fresh)
        } finally {
          after()
        }
      }
      return { ...opened, call: { ...call, run } }
    },
  }
}

type Words = { readonly id: EventId; readonly text: string }

/** The newest words of the person on a branch, then those of the agent. An agent says last what it does next. */
function newestWords(path: readonly DurableEvent[]): readonly Words[] {
  const asked = path.findLast(
    ({ kind, payload }) =>
      (kind === 'message' && payload.message.role === 'user') ||
      (kind === 'harness.item' && payload.kind === 'steer'),
  )
  const said = path.findLast(
    ({ kind, payload }) =>
      kind === 'message' && payload.message.role === 'assistant' && textOf(payload.message).trim() !== '',
  )
  const words = asked?.kind === 'harness.item' ? asked.payload.content : wordsOf(asked)
  return [
    ...(asked === undefined ? [] : [{ id: asked.id, text: words }]),
    ...(said === undefined ? [] : [{ id: said.id, text: wordsOf(said).trim().split('\n').at(-1) ?? '' }]),
  ]
}

const wordsOf = (event: DurableEvent | undefined): string =>
  event?.kind === 'message' ? textOf(event.payload.message) : ''

/** The tools that clearly fit a message: few, and far better than the ones behind them. */
export function clearTools(text: string, tools: readonly Tool[], indexOf: ToolIndexOf): readonly Tool[] {
  if (tools.length === 0) return []
  const asked = firstPart(text, LONGEST_ASKED)
  // "And again." is related to tools that repeat something, but asks for none.
  if (countContentWords(asked) < CLEAR_WORDS) return []
  const found = indexOf(tools)(asked)
  const [best] = found
  if (best === undefined || best.score < CLEAR_SCORE) return []
  if (best.met < CLEAR_WORDS || best.met < CLEAR_COVER * best.asked) return []
  const near = found.filter(({ score }) => score >= CLEAR_LEAD * best.score)
  return near.length > MOST_HINTS ? [] : near.map(({ item }) => item)
}

type ToolIndexOf = ReturnType<typeof createToolIndex>

function changedTools(path: readonly DurableEvent[], list: ToolList): HarnessItem[] {
  const { deferred, announced, inline, callable } = list
  const known = knownTools(path, inline)
  const here = new Set([...deferred.map(({ name }) => name), ...callable])
  const came = announced.filter(({ name }) => !known.has(name))
  const back = [...callable].filter((name) => !known.has(name))
  const gone = [...known].filter((name) => !here.has(name))
  const byName = new Map(deferred.map((tool) => [tool.name, tool]))
  const again = forgottenTools(path).flatMap((name) => byName.get(name) ?? [])
  if (came.length + back.length + gone.length + again.length === 0) return []
  const own = came.filter(({ server }) => server === undefined)
  const before = definitionsWithin(again, AGAIN_ROOM)
  const item = toolsItem({
    came: [...namesOf(came), ...back],
    gone,
    inline,
    again: namesOf(again),
    lines: [...serverLines(came), ...back.map((name) => `- ${name}`)],
    definitions: definitionsWithin(own, CAME_ROOM).text,
    foundBefore: [before.text, before.left.join(', ')].filter((text) => text !== '').join('\n\n'),
  })
  return [item]
}

const namesOf = (tools: readonly Tool[]): readonly string[] => tools.map(({ name }) => name)
