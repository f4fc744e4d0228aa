import type { FileProblem } from '#shared/agent/file-problem.ts'
import type { AgentId, TeamId } from '#shared/ids.ts'

/** What the middle of the screen shows. */
export type AgentsView =
  | { readonly kind: 'grants' | 'processes' | 'teams' }
  | { readonly kind: 'team'; readonly id: TeamId }
  | { readonly kind: 'definition'; readonly id: AgentId; readonly editing?: boolean }
  | { readonly kind: 'new-agent'; readonly copyOf: { readonly id: AgentId; readonly name: string } | null }
  | { readonly kind: 'skill'; readonly name: string }
  | { readonly kind: 'problem'; readonly problem: FileProblem; readonly ofAgent: boolean }
