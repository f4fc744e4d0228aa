import { planWords, proposedSteps } from '#shared/plan/plan-words.ts'
import type { ApprovalPreview, Interaction } from '#shared/session/interactions/interaction.ts'
import { DiffView } from '../markdown/diff/DiffView.tsx'
import { useText } from '../messages/TextProvider.tsx'
import { ContentBoundary } from '../ui/text/ContentBoundary.tsx'
import { ForeignText } from '../ui/text/ForeignText.tsx'
import { McpProposal } from './proposals/McpProposal.tsx'
import { MemoryProposal } from './proposals/MemoryProposal.tsx'
import { SamplingProposal } from './proposals/SamplingProposal.tsx'
import { SandboxProposal } from './proposals/SandboxProposal.tsx'
import { SandboxRulesLine } from './proposals/SandboxRulesLine.tsx'
import { WorkflowFacts, WorkflowProposal } from './proposals/WorkflowProposal.tsx'
import { briefOf } from './review-pages.ts'
import { Well } from './Well.tsx'

type PreviewProps = {
  readonly asked: Interaction
  /** Told the arguments in other words, where the person may change them. */
  readonly onAmend?: (args: string) => void
}

/** Everything the approval would allow: the whole command, change or request. */
export function Preview(props: PreviewProps) {
  return (
    <ContentBoundary source={() => JSON.stringify(props.asked.args ?? {}, null, 2)}>
      <Drawn {...props} />
    </ContentBoundary>
  )
}

function Drawn({ asked, onAmend }: PreviewProps) {
  const { preview } = asked
  if (preview?.kind === 'memory') return <MemoryProposal proposal={preview} onAmend={onAmend} />
  if (preview?.kind === 'sandbox') return <SandboxProposal asked={asked} proposal={preview} />
  if (preview !== undefined) return <Shown preview={preview} />
  return <Well text={JSON.stringify(asked.args ?? {}, null, 2)} />
}

/** The beginning of a request that is too long for a card, until it is read. */
export function Brief({ asked }: Pick<PreviewProps, 'asked'>) {
  const t = useText()
  const { preview } = asked
  return (
    <>
      {preview?.kind === 'workflow' ? <WorkflowFacts proposal={preview} /> : null}
      {preview === undefined || preview.kind === 'workflow' || preview.kind === 'memory' ? null : (
        <Preview asked={{ ...asked, preview: briefOf(preview) }} />
      )}
      <p className="text-fg-2 text-sm">
        {t(preview?.kind === 'workflow' ? 'chat.readScript' : 'chat.tooLong')}
      </p>
    </>
  )
}

function Shown({ preview }: { preview: Exclude<ApprovalPreview, { kind: 'memory' | 'sandbox' }> }) {
  switch (preview.kind) {
    case 'command':
      return (
        <div className="grid gap-1">
          <Well text={preview.command} sign="$" />
          {preview.rules === undefined ? null : <SandboxRulesLine rules={preview.rules} />}
        </div>
      )
    case 'args':
      return <Well text={preview.text} />
    case 'mcp':
      return <McpProposal proposal={preview} />
    case 'sampling':
      return <SamplingProposal proposal={preview} />
    case 'workflow':
      return <WorkflowProposal proposal={preview} />
    case 'plan':
      return <Well text={planWords({ goal: preview.goal, steps: proposedSteps(preview.steps) })} />
    case 'path':
      return <Well text={preview.path} />
    case 'diff':
      return (
        <div className="overflow-hidden rounded-md border border-line">
          <p className="figures flex min-h-(--h-row) items-center gap-2 bg-sunken px-3 py-1 text-sm">
            <span className="break-all plain-code">
              <ForeignText text={preview.diff.path} />
            </span>
            <span className="whitespace-nowrap plain-code text-xs">
              <span className="text-ok-fg">+{preview.diff.added}</span>{' '}
              <span className="text-bad-fg">−{preview.diff.removed}</span>
            </span>
          </p>
          <DiffView diff={preview.diff} />
        </div>
      )
  }
}
