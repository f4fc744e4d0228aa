import { beforeAll, describe, expect, it } from 'vitest'
import type { MemoEntry } from '#shared/workflow/memo.ts'
import type { WorkflowEnded } from '#shared/workflow/workflow-events.ts'
import { type BuiltSandbox, buildSandbox } from '../../../../test/support/disk/script-sandbox.ts'
import {
  costOf,
  createTestEngine,
  memoryJournal,
  pretendAgents,
  requestOf,
  script,
} from '../../../../test/support/rigs/workflow-rig.ts'
import type { Sandbox } from './ports.ts'

let sandbox: BuiltSandbox
beforeAll(async () => {
  sandbox = await buildSandbox()
}, 60_000)

/** 40 agents in 4 groups that work at once; some prompts are the same, some come from earlier answers. */
const source = script(`
  const group = async (g) => {
    const found = await parallel([0, 1, 2, 3, 4].map((n) => () => agent('find ' + (n < 2 ? 'same' : g + '.' + n))))
    const checked = await pipeline(found.slice(0, 4), (x) => agent('check ' + g + ' ' + x))
    return await agent('sum ' + checked.join(', '))
  }
  return await parallel(['a', 'b', 'c', 'd'].map((g) => () => group(g)))`)

type Crash = {
  readonly rows: readonly MemoEntry[]
  /** Agents running at the crash. */
  readonly lost: readonly string[]
  readonly end: WorkflowEnded | null
}

/** Requests to agents, and their output tokens. */
type Ledger = { readonly calls: string[]; tokens: number }
const newLedger = (): Ledger => ({ calls: [], tokens: 0 })

/** Runs until the journal has taken `limit` more rows. Then everything freezes, as in a power cut. */
async function runUntil(limit: number, memo: readonly MemoEntry[], ledger: Ledger): Promise<Crash> {
  const journal = memoryJournal()
  const atWork = new Map<number, string>()
  const standStill = () => new Promise<never>(() => {})
  let gone = () => {}
  const died = new Promise<null>((resolve) => {
    gone = () => resolve(null)
  })
  const dead = () => journal.rows.length >= limit
  const before = costOf(ledger.tokens)
  const agents = pretendAgents(async ({ prompt, agentId }, watch) => {
    if (dead()) return standStill()
    ledger.calls.push(prompt)
    ledger.tokens += 3
    watch.used({ cost: costOf(3), tools: 0 })
    atWork.set(agentId, prompt)
    for (let turns = (agentId * 7 + limit) % 5; turns > 0; turns -= 1) await nextTurn()
    if (dead()) return standStill()
    ledger.tokens += 7
    return { value: `<${prompt}>`, writes: prompt.startsWith('check') }
  })
  const commit: typeof journal.commit = async (entry, event) => {
    if (dead()) return standStill()
    await journal.commit(entry, event)
    atWork.delete(event.payload.agentId)
    if (!dead()) return
    gone()
    return standStill()
  }
  const request = requestOf({ source, memo, before, concurrency: 16, agents, journal: { commit } }, journal)
  const host = sandbox.host()
  const opened: Sandbox[] = []
  const open = async (signal: AbortSignal) => {
    const box = await host.open(signal)
    opened.push(box)
    return box
  }
  const handle = await createTestEngine({ open }).start(request, new AbortController().signal)
  const end = await Promise.race([handle.done, died])
  await opened[0]?.close()
  return { rows: [...memo, ...journal.rows], lost: [...atWork.values()], end }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
const counted = (words: readonly string[]) => [...words].sort()

describe('a run of 40 agents in 4 groups', () => {
  const reference = async () => {
    const ledger = newLedger()
    const { end, rows } = await runUntil(Number.POSITIVE_INFINITY, [], ledger)
    expect(rows).toHaveLength(40)
    return { calls: ledger.calls, end }
  }

  let whole: Awaited<ReturnType<typeof reference>>
  beforeAll(async () => {
    whole = await reference()
  })

  const everyRow = Array.from({ length: 40 }, (_, row) => row + 1)
  it.each(everyRow)(
    'killed after each %i rows and resumed each time ends the same, does nothing finished twice, and counts all that was used',
    async (k) => {
      const ledger = newLedger()
      const lost: string[] = []
      let crash = await runUntil(k, [], ledger)
      while (crash.end === null) {
        lost.push(...crash.lost)
        crash = await runUntil(k, crash.rows, ledger)
      }
      expect(crash.end).toEqual({ ...whole.end, spent: ledger.tokens })
      expect(crash.rows).toHaveLength(40)
      expect(counted(ledger.calls)).toEqual(counted([...whole.calls, ...lost]))
    },
  )
})
