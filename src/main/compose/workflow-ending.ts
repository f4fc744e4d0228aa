import type { WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'

/** How much of a result stands in the chat that launched the run. The whole is in the monitor. */
const MOST = 4_000

/** What the chat that launched a run is told when an attempt is over. */
export function workflowEnding(run: WorkflowRunDetail, value: unknown): string {
  const id = run.id.slice(-6)
  const counts = `${run.agentsDone} of ${run.agentsTotal} agents, ${run.tokens} output tokens`
  const head = `The workflow ${run.name} (#${id}) is ${run.state}: ${counts}.`
  if (run.state === 'done') return `${head}\nResult:\n${cut(textOf(value))}`
  const why = run.error === null ? '' : ` ${run.error.message}`
  return `${head}${why}\nWhat had finished is kept; resume it in Workflows.`
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'nothing')
}

function cut(text: string): string {
  if (text.length <= MOST) return text
  return `${text.slice(0, MOST)}\n… ${text.length - MOST} more characters are in the monitor.`
}
