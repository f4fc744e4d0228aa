import type { FileProblem } from '#shared/agent/file-problem.ts'
import type { AgentId } from '#shared/ids.ts'

/** What the middle of the screen shows. */
export type AgentsView =
  | { readonly kind: 'grants' | 'processes' }
  | { readonly kind: 'definition'; readonly id: AgentId }
  | { readonly kind: 'skill'; readonly name: string }
  | { readonly kind: 'problem'; readonly problem: FileProblem; readonly ofAgent: boolean }
