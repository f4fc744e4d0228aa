const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 }

/** The number a person typed: `$5`, `1,000`, `500k` and `1.5M` too. Null for nothing; NaN for what is none. */
export function amountIn(text: string): number | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const [whole, digits = '', unit = ''] = /^\$?\s*([\d.,]+)\s*([km]?)$/i.exec(trimmed) ?? []
  if (whole === undefined) return Number.NaN
  return Number(digits.replaceAll(',', '')) * (UNITS[unit.toLowerCase()] ?? 1)
}
