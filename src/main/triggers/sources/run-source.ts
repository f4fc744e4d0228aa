import type { ProjectId, TriggerId } from '#shared/ids.ts'
import type { Trigger } from '#shared/trigger/trigger.ts'
import type { EndedWork } from '../ended-work.ts'
import type { StoredTrigger } from '../rows.ts'
import type { Occur, Source } from './source.ts'

type Deps = {
  readonly occur: Occur
  readonly stored: (id: TriggerId) => StoredTrigger | null
  /** The runs of a project that ended after a moment, oldest first. */
  readonly endedAfter: (projectId: ProjectId, kind: EndedWork['kind'], at: number) => readonly EndedWork[]
  readonly now: () => number
  readonly report: (error: unknown) => void
}

/** A source that receives each end. */
export type RunSource = Source & {
  /** Checks the triggers of a project for runs that have ended. */
  readonly check: (projectId: ProjectId) => void
}

/** The longest chain of triggers that start each other. */
const LONGEST_CHAIN = 5

/**
 * Starts triggers by the end of other runs. It reads the ends from the tables, so that an end just before an exit of the
 * app is found at the next start. A run that a trigger led to does not start that trigger.
 */
export function createRunSource(deps: Deps): RunSource {
  let followed: readonly Trigger[] = []
  let isFirst = true
  let last: Promise<void> = Promise.resolve()
  let isClosed = false

  const check = (wanted: readonly Trigger[], isStart: boolean): void => {
    last = last
      .then(async () => {
        for (const trigger of wanted) if (!isClosed) await checkOne(deps, trigger.id, isStart)
      })
      .catch(deps.report)
  }
  return {
    follow: (triggers) => {
      followed = triggers.flatMap(({ trigger }) => (trigger.source.kind === 'run' ? [trigger] : []))
      check(followed, isFirst)
      isFirst = false
    },
    check: (projectId) => {
      const wanted = followed.filter((trigger) => trigger.projectId === projectId)
      if (wanted.length > 0) check(wanted, false)
    },
    startMark: async () => String(deps.now()),
    close: () => {
      isClosed = true
    },
  }
}

async function checkOne(deps: Deps, id: TriggerId, isStart: boolean): Promise<void> {
  const found = deps.stored(id)
  if (found === null || found.trigger.source.kind !== 'run') return
  const { trigger, through } = found
  const { of, name, outcome } = found.trigger.source
  for (const work of deps.endedAfter(trigger.projectId, of, Number(through))) {
    const isMeant =
      (name === null || work.name === name) && (outcome === 'any' || (outcome === 'done') === work.isDone)
    const isLoop = work.chain.includes(id) || work.chain.length >= LONGEST_CHAIN
    const key = `run:${work.id}`
    const about = work.name
    const mark = String(work.endedAt)
    const report = (code: 'ownChange' | 'missed') => ({
      through: mark,
      event: null,
      rows: [{ key, about, note: { code, count: 1 } }],
    })
    if (!isMeant) await deps.occur(trigger, { through: mark, event: null, rows: [] })
    else if (isLoop) await deps.occur(trigger, report('ownChange'))
    else if (isStart && trigger.missed === 'skip') await deps.occur(trigger, report('missed'))
    else {
      const data = JSON.stringify({ kind: work.kind, id: work.id, name: work.name, done: work.isDone })
      const note = isStart ? ({ code: 'late', count: 1 } as const) : null
      const event = { key, about, data, note, chain: work.chain }
      await deps.occur(trigger, { through: mark, event, rows: [] })
    }
  }
}
