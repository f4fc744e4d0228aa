import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { SessionId } from '#shared/ids.ts'
import type { RunRecord, RunStatus } from '#shared/run/run.ts'
import type { Member } from '#shared/team/team.ts'
import { openTeams } from '../../../src/main/app/tools/open-teams.ts'
import type { Settings } from '../../../src/main/config/settings.ts'
import { openDatabase } from '../../../src/main/database/open-database.ts'
import { systemClock } from '../../../src/main/lib/clock.ts'
import { createNewId } from '../../../src/main/lib/ids.ts'
import { type Logger, silentLogger } from '../../../src/main/lib/logger.ts'
import type { ToolContext } from '../../../src/main/tools/tool.ts'

/**
 * The app's own part of a team in a process of its own, which may be killed at any moment: its database, its boards, its
 * recovery at a start. Only what teammates do is played. It ends when every card is done, and says each that is.
 */
const [file = '', runs = ''] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)
const pick = (below: number) => Math.floor(Math.random() * below)
const { signal } = new AbortController()
const fail = (error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}
const logger: Logger = { ...silentLogger, error: (_message, error) => fail(error) }
const db = openDatabase({ file, backups: dirname(file), now: Date.now, logger })
// A kill is no power cut: what the system was given it keeps, so nobody has to wait for the disk.
db.pragma('synchronous = OFF')

/** How the newest run of each stood when the app ended, as its log would say. */
const newest = new Map<string, RunStatus>()
if (existsSync(runs)) {
  for (const line of readFileSync(runs, 'utf8').split('\n')) {
    const [id = '', status = ''] = line.split(' ')
    newest.set(id, status as RunStatus)
  }
}
const stands = (sessionId: SessionId, status: RunStatus) => appendFileSync(runs, `${sessionId} ${status}\n`)
const recordOf = (sessionId: SessionId, status: RunStatus) => ({ sessionId, status }) as RunRecord

const settings = { current: () => ({ teams: true }) } as unknown as Settings
const app = openTeams({
  db,
  clock: systemClock,
  newId: createNewId(Date.now),
  logger,
  settings,
  sessionOf: () => null,
  tell: () => {},
  reader: { asksOf: () => [] },
  told: (fact) => {
    if (fact.kind === 'TaskCompleted') say(`done ${fact.card.id}`)
  },
})
const [team] = app.teams.list(null)
if (team === undefined) throw new Error('There is no team.')
const members = app.teams.members(team.id)
const open = db.prepare("SELECT count(*) FROM team_cards WHERE status != 'completed'").pluck()
/** What somebody had begun last, whoever has it now. */
const begunBy = db
  .prepare<[string], number>(
    "SELECT card FROM race WHERE what = 'begun' AND who = ? ORDER BY at DESC LIMIT 1",
  )
  .pluck()
const update = app.memberTools.find(({ name }) => name === 'task_update')

/** Says that a card is done, with the tool teammates have. It is refused when the card is not theirs. */
const finish = async ({ sessionId }: Member, id: number) => {
  const opened = update?.open({ id, status: 'completed' })
  if (opened?.ok !== true) throw new Error('No such tool.')
  await opened.call.run({ sessionId } as ToolContext, signal, null).catch((error: { code?: string }) => {
    if (error.code?.startsWith('team.') !== true) fail(error)
  })
}

/** Others go on meanwhile. */
const aWhile = async () => {
  for (let turn = pick(40); turn > 0; turn -= 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Who leads gives the card of somebody to somebody else. */
const giveAway = (id: number) => {
  const other = members[pick(members.length)]
  const card = app.board.card(team.id, id)
  if (other === undefined || card.status !== 'in_progress') return
  app.moves.move(team, id, { owner: other.name }, { name: 'lead', mayAll: true })
}

const atWork = new Set<SessionId>()
const work = async (sessionId: SessionId, items: readonly HarnessItem[]) => {
  const member = members.find((each) => each.sessionId === sessionId)
  if (member === undefined) throw new Error('Nobody is called so.')
  const given = /Card #(\d+) of the board is yours now/.exec(
    items.map(({ content }) => content).join('\n'),
  )?.[1]
  // Who comes back may still believe to have what it was at.
  const believed = pick(2) === 0 ? undefined : begunBy.get(member.name)
  const card = given === undefined ? believed : Number(given)
  await aWhile()
  if (card !== undefined && pick(25) === 0) giveAway(card)
  const crashes = pick(25) === 0
  if (card !== undefined && !crashes) await finish(member, card)
  await aWhile()
  const status = crashes ? 'failed' : 'completed'
  stands(sessionId, status)
  atWork.delete(sessionId)
  app.teammates.ended(sessionId, recordOf(sessionId, status))
  if (crashes) await app.teammates.revive(team, { ...member, state: 'dead' })
}
// Nothing is under way any more.
process.on('beforeExit', () => {
  if (open.get() !== 0) fail('Cards are open, and nobody is at work.')
})

app.connect({
  start: () => Promise.reject(new Error('Nobody joins.')),
  wake: async (sessionId, items) => {
    atWork.add(sessionId)
    stands(sessionId, 'running')
    work(sessionId, items).catch(fail)
  },
  isAtWork: (sessionId) => atWork.has(sessionId),
  isPaused: () => false,
  setMode: () => {},
  modeOf: () => 'ask',
  stop: async () => {},
  tellLead: (_chatId, _item, _wakes, stored) => stored(),
})
app.recover((sessionId) => {
  const status = newest.get(sessionId)
  return status === undefined ? null : recordOf(sessionId, status)
})
say('up')
for (const member of app.teams.members(team.id)) app.teammates.revive(team, member).catch(fail)
app.resume()
