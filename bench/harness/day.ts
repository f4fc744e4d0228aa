import { AgentId } from '#shared/ids.ts'
import { type Move, scriptOf, written } from './emission.ts'
import type { Lab } from './lab.ts'
import { edit, read } from './task.ts'
import { piecesOf, requestTokens, tokensOf } from './tokens.ts'
import { type Asked, askedOf } from './wire.ts'

const NOTES = Object.fromEntries(
  Array.from({ length: 8 }, (_, at) => [
    `notes/n${at}.md`,
    `# Note ${at}\n\n${`Line about matter ${at} of the shop. `.repeat(120)}\n`,
  ]),
)

/** What a cache of the beginning of requests cannot keep, over a day of one chat. */
export type DayFigures = {
  /** The tokens of all requests. */
  readonly sent: number
  /** Tokens that had been sent before and are read again because something before them changed. */
  readonly again: number
  /** The turn in which most were read again, and how many. */
  readonly worst: string
}

/** Goes through a day: looks, a memory that comes to mind, another mode, planning, building. */
export async function runDay(lab: Lab): Promise<DayFigures> {
  const { handlers, caller } = lab
  const project = await lab.project({ ...NOTES, 'src/open.js': 'export const open = false\n' })
  const content = 'The shop is deployed to the machine otter with the command make ship.'
  const text = { key: 'deploy the shop', content, tags: [] }
  await handlers['memory.set']({ id: null, scope: { level: 'project', id: project.id }, text }, caller)
  let moves: Move[] = []
  let turn = ''
  let previous: Asked | null = null
  const figures = { sent: 0, again: 0, recalled: false }
  const byTurn = new Map<string, number>()
  let ids = 0
  const chat = await lab.chat({
    project,
    respond: (request) => {
      const asked = askedOf(request)
      const tokens = requestTokens(asked)
      const again = previous === null ? 0 : readAgain(previous, asked)
      figures.sent += tokens
      figures.again += again
      figures.recalled ||= piecesOf(asked).some((piece) => piece.includes('make ship'))
      byTurn.set(turn, (byTurn.get(turn) ?? 0) + again)
      previous = asked
      const move = moves.shift()
      return scriptOf(
        move === undefined ? { text: 'That is what I found.' } : { calls: [written(move)] },
        () => `call_${ids++}`,
        tokens,
      )
    },
  })
  const say = async (name: string, words: string, next: readonly Move[]) => {
    turn = name
    moves = [...next]
    await chat.say(words)
  }
  const update = (permissionMode: 'plan' | 'accept_edits') =>
    handlers['session.update']({ sessionId: chat.id(), changes: { permissionMode } }, caller)
  const switchTo = (agent: string) =>
    handlers['session.switchAgent']({ sessionId: chat.id(), agentId: AgentId.parse(agent) }, caller)

  await say('looks', 'Read the first notes.', [read('notes/n0.md'), read('notes/n1.md'), read('notes/n2.md')])
  await say('a memory', 'Which command is used to deploy the shop?', [read('notes/n3.md')])
  await say('after the memory', 'And what is in the other notes?', [read('notes/n4.md'), read('notes/n5.md')])
  await update('plan')
  await say('plan mode', 'How would you open the shop?', [read('src/open.js')])
  await update('accept_edits')
  await say('edit mode', 'Read one more note first.', [read('notes/n6.md')])
  await switchTo('plan')
  await say('the planner', 'Plan the opening.', [read('notes/n7.md')])
  await switchTo('build')
  await say('the builder', 'Open it.', [edit('src/open.js', 'false', 'true')])
  await chat.close()
  if (!figures.recalled) throw new Error('The memory did not come to mind, so the day says nothing of it.')
  const worst = [...byTurn].sort((one, other) => other[1] - one[1])[0]
  return {
    sent: figures.sent,
    again: figures.again,
    worst: worst === undefined ? '' : `${worst[0]}: ${worst[1]}`,
  }
}

/** Counts the tokens of a request that had been sent and lie behind the first difference to the next one. */
export function readAgain(before: Asked, after: Asked): number {
  const [old, now] = [piecesOf(before), piecesOf(after)]
  const same = old.findIndex((piece, at) => piece !== now[at])
  if (same === -1) return 0
  // What was added at the end of the last piece changes nothing before it.
  const rest = old.slice(same)
  const [first = ''] = rest
  if (rest.length === 1 && now[same]?.startsWith(first) === true) return 0
  return rest.reduce((sum, piece) => sum + tokensOf(piece), 0)
}
