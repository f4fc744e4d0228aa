import { join } from 'node:path'
import Database from 'better-sqlite3'
import { dayBefore } from '../../../src/main/lib/local-day.ts'

const PROJECTS = ['ledger', 'orbit-sim', 'field-notes', 'payroll-import'] as const
const MODELS = ['anthropic/claude-sonnet-4-5', 'anthropic/claude-opus-4-5', 'openai/gpt-5'] as const
const AGENTS = [
  ['chat', 'build'],
  ['workflow', 'general'],
  ['agent', 'explore'],
  ['agent', 'review'],
  ['system', 'title'],
  ['system', 'compaction'],
] as const

/** Writes a month of requests into the database of an app that does not run, some of a model that costs nothing. */
export function seedUsage(home: string, now: number, free: string): void {
  const db = new Database(join(home, 'data', 'orrery.db'))
  const project = db.prepare('INSERT INTO projects VALUES (?, ?, ?, ?, ?)')
  const request = db.prepare(
    `INSERT INTO model_requests VALUES (${Array.from({ length: 21 }, () => '?').join(', ')})`,
  )
  const random = numbers(7)
  db.transaction(() => {
    for (const [at, name] of PROJECTS.entries()) {
      project.run(projectId(at), join(home, 'gone', name), name, now - at, now)
    }
    for (let back = 1; back < 30; back += 1) {
      const requests = back % 7 > 4 ? 2 : 6 + Math.floor(random() * 14)
      for (let at = 0; at < requests; at += 1) {
        const of = Math.floor(random() ** 2 * PROJECTS.length)
        const [kind, agent] = AGENTS[Math.floor(random() ** 1.5 * AGENTS.length)] ?? AGENTS[0]
        const paid = MODELS[Math.floor(random() ** 2 * MODELS.length)] ?? MODELS[0]
        const model = (back + at) % 9 === 0 ? free : paid
        const read = Math.floor(random() * 200_000)
        const cost = model === free ? 0 : 0.02 + random() * 0.5
        const [billed, estimated] = model === free || model.startsWith('openai') ? [null, cost] : [cost, null]
        const chat = `ses_gone0000${of}${at % 3}`
        const place = [`evt_seed${back}x${at}`, dayBefore(now, back), now - back * 86_400_000, chat, chat]
        const who = [`run_seed${back}x${at}`, projectId(of), kind, agent, model, 0]
        request.run(
          ...place,
          ...who,
          9_000,
          2_400,
          read,
          4_000,
          0,
          900,
          billed,
          estimated,
          cost * 1.3,
          cost * 0.05,
        )
      }
    }
  })()
  db.close()
}

const projectId = (at: number): string => `prj_seeded00${at}`

/** Numbers from 0 up to 1 that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
