import type { InstructionFile } from '#shared/context/instructions-view.ts'
import { DiffView } from '../../../../markdown/diff/DiffView.tsx'
import { useText } from '../../../../messages/TextProvider.tsx'
import { InstructionPart } from './InstructionPart.tsx'

type RulesFileViewProps = {
  readonly file: InstructionFile
  /** Position among the files, from 1. Later files override earlier ones. */
  readonly place: number
}

/** Shows one rules file: its text, or its difference from the frozen version. */
export function RulesFileView({ file, place }: RulesFileViewProps) {
  const t = useText()
  const { path, scope, state, text, truncated, diff } = file
  const slash = path.lastIndexOf('/')
  const hint = [
    path.slice(0, Math.max(0, slash)),
    t(`context.scope.${scope}`),
    ...(truncated ? [t('context.truncated')] : []),
  ]
  return (
    <InstructionPart
      title={
        <span title={path}>
          <span className="figures mr-1.5 text-fg-3">{place}.</span>
          <span className="plain-code">{path.slice(slash + 1)}</span>
        </span>
      }
      hint={hint.join(' · ')}
      text={text}
      note={state === 'same' ? null : t(`context.state.${state}`)}
    >
      {diff === null ? undefined : (
        <div className="mx-3 mb-2 overflow-hidden rounded-md border border-line">
          <DiffView diff={diff} />
        </div>
      )}
    </InstructionPart>
  )
}
