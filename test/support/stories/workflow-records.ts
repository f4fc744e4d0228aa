import { readDatabase } from '../desktop/desktop-database.ts'

export type EndedRun = { readonly state: string; readonly value?: unknown; readonly spent: number }

/** How the attempts at workflow runs ended that came to their end, oldest first. */
export function endedAttempts(home: string): readonly EndedRun[] {
  return readDatabase<{ payload: string }>(
    home,
    "SELECT payload FROM events WHERE kind = 'workflow.ended' ORDER BY ts, rowid",
  ).map(({ payload }) => JSON.parse(payload))
}

/** The labels of the agents whose results are kept for the newest run. */
export function keptLabels(home: string): readonly string[] {
  return readDatabase<{ label: string }>(
    home,
    `SELECT json_extract(entry, '$.label') AS label FROM workflow_memo
     JOIN workflow_journals ON place / 16777216 = number
     WHERE workflow_run_id = (SELECT id FROM workflow_runs ORDER BY created_at DESC, id DESC LIMIT 1)
     ORDER BY place`,
  ).map(({ label }) => label)
}
