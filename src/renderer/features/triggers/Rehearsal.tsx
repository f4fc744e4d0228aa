import { useDeferredValue, useMemo } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import type { TriggerRehearsal } from '#shared/trigger/trigger.ts'
import type { Data } from '../../data/data.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { useDateText } from '../../ui/base/time.ts'
import { FieldError } from '../../ui/controls/Field.tsx'
import { type FormDraft, readForm } from './trigger-draft.ts'
import { utcText } from './utc-text.ts'
import { WeekDrawing } from './WeekDrawing.tsx'

type RehearsalProps = { readonly api: Data; readonly projectId: ProjectId; readonly form: FormDraft }

/** The next runs of a form, and how often it would have started last week. It starts nothing. */
export function Rehearsal({ projectId, form }: RehearsalProps) {
  const t = useText()
  const slow = useDeferredValue(form)
  const asked = useMemo(() => {
    // The name and the message play no part in it.
    const { draft } = readForm({ ...slow, name: '-', prompt: '-', workflow: '' }, projectId)
    return draft === null ? null : { projectId, source: draft.source, caps: draft.caps }
  }, [slow, projectId])
  const { data, problem } = useQuery('trigger.rehearse', asked, { keep: true })
  return (
    <section
      aria-label={t('triggers.rehearsal')}
      aria-live="polite"
      className="grid gap-1 border-line border-t pt-3 text-sm"
    >
      <h3 className="font-semibold text-fg-2">{t('triggers.rehearsal')}</h3>
      {problem !== null ? <FieldError>{problem}</FieldError> : data === null ? null : <Times {...data} />}
    </section>
  )
}

function Times({ next, past, total, certainty }: TriggerRehearsal) {
  const t = useText()
  const dateText = useDateText()
  const capped = past.filter(({ would }) => would !== 'run').length
  return (
    <>
      {next.length === 0 ? null : (
        <ol aria-label={t('triggers.nextRuns')} className="figures">
          {next.map((at) => (
            <li key={at} className="flex justify-between gap-2">
              <span>{dateText(at)}</span>
              <span className="text-fg-3">{t('triggers.utc', { time: utcText(at) })}</span>
            </li>
          ))}
        </ol>
      )}
      {past.length === 0 ? null : <WeekDrawing past={past} />}
      <p className="text-fg-3 text-xs">
        {certainty === 'unknown'
          ? t('triggers.wouldHaveUnknown')
          : t(certainty === 'exact' ? 'triggers.wouldHave' : 'triggers.wouldHaveAbout', {
              count: total,
            })}{' '}
        {capped === 0 ? null : t('triggers.capped', { count: capped })}
      </p>
    </>
  )
}
