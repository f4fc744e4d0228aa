import type { ReactNode } from 'react'
import type { ApprovalPreview } from '#shared/session/interactions/interaction.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { useNumbers } from '../../ui/base/numbers.ts'
import { Chip } from '../../ui/controls/Chip.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import { Well } from '../Well.tsx'

type Proposal = Extract<ApprovalPreview, { kind: 'workflow' }>
type ProposalProps = { readonly proposal: Proposal }

/** Shows a proposed workflow: purpose, location, limits and full script. */
export function WorkflowProposal({ proposal }: ProposalProps) {
  const t = useText()
  const { args, script, origin } = proposal
  return (
    <div className="grid gap-2">
      <WorkflowFacts proposal={proposal} />
      {args === null ? null : (
        <Part name={t('chat.workflow.args')}>
          <Well text={args} />
        </Part>
      )}
      {origin === 'bundled' ? (
        <details>
          <summary className="cursor-default font-medium text-fg-3 text-xs">
            {t('chat.workflow.script')}
          </summary>
          <Well text={script} />
        </details>
      ) : (
        <Part name={t('chat.workflow.script')}>
          <Well text={script} />
        </Part>
      )}
    </div>
  )
}

/** Shows the facts about a workflow start before its script. */
export function WorkflowFacts({ proposal }: ProposalProps) {
  const t = useText()
  const numbers = useNumbers()
  const { name, title, description, origin, file, concurrency, budget, budgetUsd, from } = proposal
  const agents = t('chat.workflow.atOnce', { count: concurrency })
  const tokens = budget === null ? [] : [t('chat.workflow.ceiling', { tokens: numbers.whole(budget) })]
  const money =
    budgetUsd === undefined ? [] : [t('chat.workflow.ceilingUsd', { amount: `$${budgetUsd.toFixed(2)}` })]
  const ceiling = [...tokens, ...money].join(' · ') || t('chat.workflow.noCeiling')
  return (
    <div className="grid gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <strong className="font-semibold">
          <ForeignText text={name} />
        </strong>
        {title === null ? null : (
          <span className="min-w-0 break-words">
            <ForeignText text={title} prose />
          </span>
        )}
        <Chip size="small">{t(`chat.workflow.origin.${origin}`)}</Chip>
        {file === null ? null : (
          <span className="break-all plain-code text-fg-3 text-xs">
            <ForeignText text={file} />
          </span>
        )}
      </p>
      {description === '' ? null : (
        <p className="break-words text-fg-2">
          <ForeignText text={description} lines prose />
        </p>
      )}
      {from === null ? null : (
        <p className="text-fg-2">
          {t(from.isNew ? 'chat.workflow.forks' : 'chat.workflow.resumes', { id: `#${from.id.slice(-4)}` })}
        </p>
      )}
      <p className="figures text-fg-3 text-xs">{`${agents} · ${ceiling}`}</p>
    </div>
  )
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section aria-label={name} className="grid gap-1">
      <h4 className="font-medium text-fg-3 text-xs">{name}</h4>
      {children}
    </section>
  )
}
