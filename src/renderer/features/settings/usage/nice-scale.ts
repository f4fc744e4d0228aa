/** Steps of an axis from 0 to at least `most`: round amounts, three to five of them. */
export function niceSteps(most: number): readonly number[] {
  if (!(most > 0)) return [0, 1]
  const rough = most / 3
  const unit = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 4, 5, 10].find((factor) => factor * unit >= rough * 0.999) ?? 10) * unit
  const count = Math.max(1, Math.ceil(most / step - 1e-9))
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}
