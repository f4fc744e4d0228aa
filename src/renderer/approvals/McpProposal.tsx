import type { ApprovalPreview } from '#shared/session/interaction.ts'
import { useText } from '../messages/TextProvider.tsx'
import { ForeignText } from '../ui/text/ForeignText.tsx'
import { Well } from './Well.tsx'

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
  return (
    <div className="grid min-w-0 gap-2">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-fg-3">{label}</dt>
            <dd className="plain-code break-all">
              <ForeignText text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <Well text={text} />
    </div>
  )
}
