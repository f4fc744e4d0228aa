import { planWords, proposedSteps } from '#shared/plan/plan-words.ts'
import type { ApprovalPreview, Interaction } from '#shared/session/interaction.ts'
import { DiffView } from '../markdown/diff/DiffView.tsx'
import { useText } from '../messages/TextProvider.tsx'
import { ContentBoundary } from '../ui/ContentBoundary.tsx'
import { Mark } from '../ui/Mark.tsx'
import { MemoryProposal } from './MemoryProposal.tsx'
import { SandboxProposal } from './SandboxProposal.tsx'
import { SandboxRulesLine } from './SandboxRulesLine.tsx'
import { Well } from './Well.tsx'
import { WorkflowFacts, WorkflowProposal } from './WorkflowProposal.tsx'

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

/** What can be said of a request that is too long for a card, until it is read. */
export function Brief({ asked: { preview } }: Pick<PreviewProps, 'asked'>) {
  const t = useText()
  return (
    <>
      {preview?.kind === 'workflow' ? <WorkflowFacts proposal={preview} /> : null}
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
    case 'workflow':
      return <WorkflowProposal proposal={preview} />
    case 'plan':
      return <Well text={planWords({ goal: preview.goal, steps: proposedSteps(preview.steps) })} />
    case 'path':
      return <PathLine path={preview.path} outside={preview.outside} />
    case 'diff':
      return (
        <div className="overflow-hidden rounded-md border border-line">
          <p className="figures flex h-(--h-row) items-center gap-2 bg-sunken px-3 text-sm">
            <span className="truncate plain-code">{preview.diff.path}</span>
            <span className="plain-code text-xs">
              <span className="text-ok-fg">+{preview.diff.added}</span>{' '}
              <span className="text-bad-fg">−{preview.diff.removed}</span>
            </span>
          </p>
          <DiffView diff={preview.diff} />
        </div>
      )
  }
}

function PathLine({ path, outside }: { path: string; outside: boolean }) {
  const t = useText()
  return (
    <div className="grid gap-1">
      <Well text={path} />
      {outside ? (
        <p className="flex items-center gap-1 text-warn-fg text-xs">
          <Mark state="wait" label={t('chat.warning')} />
          {t('chat.outside')}
        </p>
      ) : null}
    </div>
  )
}
