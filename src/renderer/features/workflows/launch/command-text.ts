/**
 * Returns the chat command that starts a workflow with these arguments: `name=value` pairs for named
 * arguments, otherwise JSON. The budgets are output tokens and US dollars.
 */
export function commandText(name: string, args: unknown, { budget, budgetUsd }: Ceilings): string {
  const words = [`/${name}`]
  if (budget !== null) words.push(`+${budget}`)
  if (budgetUsd !== null) words.push(`+$${budgetUsd}`)
  if (isNamed(args)) {
    words.push(...Object.entries(args).map(([key, value]) => `${key}=${valueText(value)}`))
  } else if (args !== null && args !== undefined) words.push(JSON.stringify(args))
  return words.join(' ')
}

type Ceilings = { readonly budget: number | null; readonly budgetUsd: number | null }

const isNamed = (args: unknown): args is Readonly<Record<string, unknown>> =>
  typeof args === 'object' && args !== null && !Array.isArray(args)

/** Quotes a value that would be ambiguous before the next pair. */
function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text === '' || /\s|^["']/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text
}
