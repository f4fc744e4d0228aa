import { z } from 'zod'
import { SearchWeightsTable } from './search-weights.ts'

/** Whether tools of servers are deferred: from a share of the window, always or never. */
export const ToolSearch = z.string().regex(/^(?:auto(?::(?:\d|[1-9]\d|100))?|on|off)$/, {
  error: 'must be auto, auto:N with N from 0 to 100, on or off',
})

/** The tools that agents may have: all, those that change nothing, or none. */
export const ToolPreset = z.enum(['coding', 'readonly', 'none'])
export type ToolPreset = z.infer<typeof ToolPreset>

/** `[tools]`: how tools are offered to models. */
export const ToolsTable = z.strictObject({
  search: z.exactOptional(ToolSearch),
  preset: z.exactOptional(ToolPreset),
  ranking: z.exactOptional(SearchWeightsTable),
})
export type ToolsTable = z.infer<typeof ToolsTable>
