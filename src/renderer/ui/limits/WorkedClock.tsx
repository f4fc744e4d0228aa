import { type Worked, workedUntil } from '#shared/run/worked.ts'
import { clockText, useNow } from '../base/time.ts'

/** Shows the total working time of runs as a clock. Ticks only while one is running. */
export function WorkedClock({ of }: { of: readonly Worked[] }) {
  const now = useNow(1_000, () => of.some(({ going }) => going > 0))
  return <span className="figures">{clockText(of.reduce((ms, each) => ms + workedUntil(each, now), 0))}</span>
}
