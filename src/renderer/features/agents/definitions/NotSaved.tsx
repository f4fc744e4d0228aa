import { useNoticeWords, useText } from '../../../messages/TextProvider.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import type { Refusal } from './use-save-agent.ts'

type NotSavedProps = {
  readonly refusal: Refusal
  /** Whether a previous version stays in effect. */
  readonly inForce: boolean
}

/** Shows that saving failed, all errors, and the version in effect until they are fixed. */
export function NotSaved({ refusal, inForce }: NotSavedProps) {
  const t = useText()
  const words = useNoticeWords()
  const said =
    refusal.kind === 'reason'
      ? [refusal.why]
      : refusal.problems.map(({ message, said: sentences }) => words(message, sentences))
  const [only = ''] = said
  return (
    <Banner look="bad">
      <p>
        {said.length === 1
          ? t('agents.notSaved.why', { why: only })
          : t('agents.notSaved', { count: said.length })}
      </p>
      {said.length === 1 ? null : (
        <ul className="max-h-30 list-disc overflow-y-auto pl-4">
          {said.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      <p className="text-fg-2">{t(inForce ? 'agents.notSaved.before' : 'agents.notSaved.unused')}</p>
    </Banner>
  )
}
