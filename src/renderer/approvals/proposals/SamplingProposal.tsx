import type { ApprovalPreview } from '#shared/session/interactions/interaction.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { useNumbers } from '../../ui/base/numbers.ts'
import { StoredImage } from '../StoredImage.tsx'
import { ProposalFacts } from './ProposalFacts.tsx'

type SamplingProposalProps = { readonly proposal: Extract<ApprovalPreview, { kind: 'sampling' }> }

/** The smallest amount that two decimals show, in US dollars. */
const CENT = 0.01

/** A request of an MCP server to a model: the server, the model, the highest cost and the whole request with its pictures. */
export function SamplingProposal({ proposal }: SamplingProposalProps) {
  const t = useText()
  const numbers = useNumbers()
  const { server, model, text, maxTokens, costUsd, covered, pictures = [] } = proposal
  const cost = covered
    ? t('chat.sampling.byPlan')
    : costUsd === null
      ? t('chat.sampling.noPrice')
      : costUsd === 0
        ? t('chat.free')
        : costUsd < CENT
          ? t('chat.sampling.underCent')
          : t('chat.sampling.atMost', { cost: numbers.dollars(costUsd) })
  const facts = [
    [t('chat.mcp.server'), server],
    [t('chat.sampling.model'), model],
    [t('chat.sampling.longest'), t('chat.sampling.tokens', { tokens: numbers.short(maxTokens) })],
    [t('chat.sampling.cost'), cost],
  ] as const
  return (
    <div className="grid min-w-0 gap-2">
      <ProposalFacts facts={facts} look="prose" text={text} />
      {pictures.length === 0 ? null : (
        <div className="flex flex-wrap gap-2">
          {pictures.map((blobId, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a request may show one picture twice
            <StoredImage key={at} blobId={blobId} name={t('chat.image')} />
          ))}
        </div>
      )}
    </div>
  )
}
