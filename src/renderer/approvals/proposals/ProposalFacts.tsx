import { ForeignText } from '../../ui/text/ForeignText.tsx'
import { Well } from '../Well.tsx'

type ProposalFactsProps = {
  /** Labels and values, in the order of the card. */
  readonly facts: readonly (readonly [string, string])[]
  readonly look: 'code' | 'prose'
  /** The whole text that would be sent. */
  readonly text: string
}

/** The facts of a request of an MCP server, above the whole text of the request. */
export function ProposalFacts({ facts, look, text }: ProposalFactsProps) {
  return (
    <div className="grid min-w-0 gap-2">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-fg-3">{label}</dt>
            <dd className={look === 'code' ? 'plain-code break-all' : 'figures break-words'}>
              <ForeignText text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <Well text={text} />
    </div>
  )
}
