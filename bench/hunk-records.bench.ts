import { anchorAt, indexLines } from '../src/main/changes/decisions/anchor.ts'
import type { Decision } from '../src/main/changes/decisions/decision-rows.ts'
import { placeDecisions } from '../src/main/changes/decisions/place-decisions.ts'
import { median, timeOf } from './measure.ts'
import { atMost, type Bench, figure } from './row.ts'

const RECORDS = 1_000
const LINES_EACH = 20
const ROUNDS = 21

/** Finds the decisions of one file again after an edit at its start, which moves all of them. */
const hunkRecords: Bench = async () => {
  const lines = Array.from({ length: RECORDS * LINES_EACH }, (_, at) =>
    at % 5 === 0 ? '}\n' : `  const part${at} = read(${at % 7})\n`,
  )
  const index = indexLines(lines)
  const records = Array.from({ length: RECORDS }, (_, at): Decision => {
    const start = at * LINES_EACH + 6
    return {
      id: at,
      path: 'tide.ts',
      decision: 'accepted',
      state: 'standing',
      at: 0,
      sessionId: null,
      whole: null,
      anchor: anchorAt(index, { old: ['  before()\n'], start, end: start + 3 }),
    }
  })
  const edited = ['// an edit\n', ...lines]
  const times: number[] = []
  let found = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const took = await timeOf(() => {
      found = placeDecisions(indexLines(edited), records).placed.filter(
        ({ decision, place }) => place.kind === 'exact' && place.start === decision.id * LINES_EACH + 7,
      ).length
    })
    times.push(took)
  }
  return [
    atMost(`re-anchoring ${RECORDS} records after an edit`, median(times), 'ms', 20),
    figure('of them at their own lines', (found / RECORDS) * 100, '%'),
  ]
}
export default hunkRecords
