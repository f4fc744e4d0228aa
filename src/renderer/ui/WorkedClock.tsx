import { type Worked, workedUntil } from '#shared/run/worked.ts'
import { clockText, useNow } from './time.ts'

/** How long runs have worked together, as a clock. It ticks only while one of them is at work. */
export function WorkedClock({ of }: { of: readonly Worked[] }) {
  const now = useNow(1_000, () => of.some(({ going }) => going > 0))
  return <span className="figures">{clockText(of.reduce((ms, each) => ms + workedUntil(each, now), 0))}</span>
}
