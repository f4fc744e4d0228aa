import { useState } from 'react'
import type { ReviewFinding, ReviewTarget } from '#shared/changes/forge-acts.ts'
import type { ChangePlaceId } from '#shared/ids.ts'
import type { Data } from '../data/data.ts'
import { useText } from '../messages/TextProvider.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { Mark } from '../ui/controls/Mark.tsx'
import { TextArea } from '../ui/controls/TextArea.tsx'
import { ActFailure } from './ActFailure.tsx'
import { commentText, placeText } from './finding-text.ts'
import { useAct } from './use-act.ts'

type SendCommentsProps = {
  readonly api: Data
  readonly placeId: ChangePlaceId
  readonly target: ReviewTarget
  readonly number: number
  readonly findings: readonly ReviewFinding[]
  readonly onBack: () => void
  readonly onClose: () => void
}

/** The comments as they would be sent to the pull request, to edit and to confirm. */
export function SendComments(props: SendCommentsProps) {
  const { api, placeId, target, number, findings, onBack, onClose } = props
  const t = useText()
  const [texts, setTexts] = useState<readonly string[]>(() => findings.map(commentText))
  const [isSent, setIsSent] = useState(false)
  const { busy, failed, run } = useAct<'send'>()
  const { base, head } = target
  const isReady = busy === null && texts.every((text) => text.trim() !== '')
  const send = () =>
    run('send', async () => {
      const comments = findings.map(({ file, line }, at) => ({
        path: file,
        line: line ?? null,
        text: texts[at] ?? '',
      }))
      await api.command('review.comment', { placeId, range: { base, head }, number, findings: comments })
      setIsSent(true)
    })
  if (isSent)
    return (
      <>
        <p role="status" className="flex items-center gap-2 text-sm">
          <Mark state="done" />
          {t('forges.review.sent', { count: findings.length, number })}
        </p>
        <footer className="flex justify-end gap-2">
          <Button onClick={onBack}>{t('forges.review.back')}</Button>
          <Button look="primary" autoFocus onClick={onClose}>
            {t('ui.close')}
          </Button>
        </footer>
      </>
    )
  return (
    <>
      <p className="text-sm">{t('forges.review.sendHint', { number })}</p>
      <ol aria-label={t('forges.review.comments')} className="grid gap-3">
        {findings.map((finding, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: findings have no id and keep their order
          <li key={at}>
            <Field label={placeText(finding)}>
              {(ids) => (
                <TextArea
                  {...ids}
                  rows={4}
                  maxLength={10_000}
                  value={texts[at] ?? ''}
                  onText={(text) => setTexts((old) => old.map((each, nth) => (nth === at ? text : each)))}
                />
              )}
            </Field>
          </li>
        ))}
      </ol>
      <div aria-live="polite" className="empty:hidden">
        {failed === null ? null : (
          <ActFailure
            problem={{
              title: t('forges.review.notSent'),
              reason: failed.reason,
              kept: t('forges.review.textsKept'),
            }}
            onRetry={send}
          />
        )}
      </div>
      <footer className="flex justify-end gap-2">
        <Button disabled={busy !== null} onClick={onBack}>
          {t('forges.review.back')}
        </Button>
        <Button look="primary" disabled={!isReady} onClick={send}>
          {t('forges.review.sendReally', { count: findings.length, number })}
        </Button>
      </footer>
    </>
  )
}
