import type { AgentRun } from '#shared/agent/agent-run.ts'
import { Silent } from '../../../ui/limits/Silent.tsx'
import { useDoing } from './use-doing.ts'

/** Shows an agent's current activity, and how long a silent one has been silent. */
export function DoingWords({ run }: { run: AgentRun }) {
  const { text } = useDoing(run)
  const { quiet, doing } = run
  if (quiet === null) return text
  return <Silent quiet={quiet} doing={doing === null ? null : { what: text, since: doing.since }} />
}
