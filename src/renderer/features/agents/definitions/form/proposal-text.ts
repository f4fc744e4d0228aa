import type { AgentProposal } from '#shared/agent/agent-proposal.ts'
import { withBody, withHeaderKey, type Yaml } from './agent-text.ts'

/** Fills a drafted agent into the text of a file. What the draft leaves open stays as it is. */
export function withProposal(yaml: Yaml, text: string, proposal: AgentProposal): string {
  const { id: _id, instructions, ...header } = proposal
  const filled = Object.entries(header).reduce(
    (before, [key, value]) => withHeaderKey(yaml, before, { key, value }),
    text,
  )
  return withBody(filled, instructions)
}
