import type { ReportColumn } from '#shared/context/report.ts'
import type { ContextBreakdown } from '#shared/context/trace.ts'
import type { Entry, ItemEntry } from '../branch/entry.ts'
import type { TokenCounter } from '../budget/count-tokens.ts'

/** Tokens of a request outside its messages. */
export type FixedLoad = { readonly instructions: number; readonly memory: number; readonly tools: number }

const MEMORY_KINDS: ReadonlySet<string> = new Set(['memory-recall', 'session-notes'])

/** Divides the tokens of a request for the meter. The columns add up to the whole request. */
export function breakdownOf(
  entries: readonly Entry[],
  fixed: FixedLoad,
  window: number,
  count: TokenCounter,
): ContextBreakdown {
  const sums = { memory: fixed.memory, messages: 0, toolOutput: 0, attachments: 0 }
  for (const entry of entries) {
    let rest = count.message(entry.message)
    const move = (column: ReportColumn, tokens: number) => {
      sums[column] += tokens
      rest -= tokens
    }
    for (const part of entry.message.parts) if (part.t === 'file') move('attachments', count.part(part))
    for (const item of entry.from === 'message' ? entry.merged : []) {
      for (const part of item.message.parts) move(columnOf(item), count.part(part))
    }
    sums[columnOf(entry)] += rest
  }
  return { instructions: fixed.instructions + fixed.tools, ...sums, window }
}

function columnOf(entry: Entry | ItemEntry): ReportColumn {
  if (entry.from !== 'item') return entry.message.role === 'tool' ? 'toolOutput' : 'messages'
  return columnOfItem(entry.kind)
}

/** The column that items of a kind count to. */
export function columnOfItem(kind: string): ReportColumn {
  if (kind === 'attachment') return 'attachments'
  return MEMORY_KINDS.has(kind) ? 'memory' : 'messages'
}
