import type { ApprovalPreview } from '#shared/session/interactions/interaction.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { ProposalFacts } from './ProposalFacts.tsx'

type McpProposalProps = { readonly proposal: Extract<ApprovalPreview, { kind: 'mcp' }> }

/** A call of a tool of an MCP server: which server and tool, who gets the arguments, and what they are. */
export function McpProposal({ proposal }: McpProposalProps) {
  const t = useText()
  const { server, tool, target, text } = proposal
  const facts = [
    [t('chat.mcp.server'), server],
    [t('chat.mcp.tool'), tool],
    [t('chat.mcp.sentTo'), target],
  ] as const
  return <ProposalFacts facts={facts} look="code" text={text} />
}
