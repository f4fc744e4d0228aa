import type { AgentRun } from '#shared/agent/agent-run.ts'
import { Silent } from '../../../ui/Silent.tsx'
import { useDoing } from './use-doing.ts'

/** What an agent does just now, in words; of one that is silent, for how long and since when it has been at it. */
export function DoingWords({ run }: { run: AgentRun }) {
  const { text } = useDoing(run)
  const { quiet, doing } = run
  if (quiet === null) return text
  return <Silent quiet={quiet} doing={doing === null ? null : { what: text, since: doing.since }} />
}
