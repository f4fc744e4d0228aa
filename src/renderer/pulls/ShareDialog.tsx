import { useState } from 'react'
import type { SharePreview } from '#shared/changes/forge-acts.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Data } from '../data/data.ts'
import { useQuery } from '../data/use-query.ts'
import { useText } from '../messages/TextProvider.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Mark } from '../ui/controls/Mark.tsx'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { Dialog } from '../ui/panes/Dialog.tsx'
import { Placeholder } from '../ui/panes/Placeholder.tsx'
import { PlainText } from '../ui/text/PlainText.tsx'
import { ActFailure } from './ActFailure.tsx'
import { PageLine } from './PageLine.tsx'
import { useAct } from './use-act.ts'

type ShareDialogProps = {
  readonly api: Data
  readonly sessionId: SessionId
  readonly isPublic: boolean
  readonly isSummary: boolean
  readonly onClose: () => void
}

/** A chat that is about to leave this computer: its whole text, who will be able to read it, and the confirmation. */
export function ShareDialog(props: ShareDialogProps) {
  const t = useText()
  const { sessionId, onClose } = props
  const [isSummary, setIsSummary] = useState(props.isSummary)
  const { data, problem, reload } = useQuery('share.preview', { sessionId, isSummary }, { keep: true })
  return (
    <Dialog
      open
      waitsForFocus
      title={t('forges.share.title')}
      {...(data === null ? {} : { hint: t('forges.share.hint', { host: data.host }) })}
      onClose={onClose}
      className="-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 w-200"
    >
      <div className="grid min-h-0 content-start gap-4 overflow-auto px-5 pb-5">
        {problem === null ? null : (
          <ActFailure
            problem={{ title: t('forges.share.cannot'), reason: problem, kept: t('forges.nothingSent') }}
            onRetry={reload}
          />
        )}
        {data === null && problem === null ? <Placeholder rows={8} /> : null}
        {data === null ? null : (
          <ShareForm
            {...props}
            preview={data}
            isSummary={isSummary}
            onSummary={setIsSummary}
            onReload={reload}
          />
        )}
      </div>
    </Dialog>
  )
}

type ShareFormProps = ShareDialogProps & {
  readonly preview: SharePreview
  readonly onSummary: (isSummary: boolean) => void
  readonly onReload: () => void
}

function ShareForm(props: ShareFormProps) {
  const { preview, isSummary, onSummary, onClose, onReload } = props
  const t = useText()
  const [isPublic, setIsPublic] = useState(props.isPublic)
  const [url, setUrl] = useState<string | null>(null)
  const { busy, failed, run } = useAct<'create' | 'remove'>()
  const { host, digest } = preview
  const { sessionId, api } = props
  const create = () =>
    run('create', async () => {
      const wish = { sessionId, isSummary, isPublic, host, digest }
      setUrl((await api.command('share.create', wish)).url)
    })
  if (url !== null) return <Shared {...props} url={url} onRemoved={() => setUrl(null)} />
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Segmented
          label={t('forges.share.what')}
          value={isSummary ? 'summary' : 'whole'}
          options={[
            { value: 'whole', label: t('forges.share.whole') },
            { value: 'summary', label: t('forges.share.summary') },
          ]}
          onChange={(value) => onSummary(value === 'summary')}
        />
        <Segmented
          label={t('forges.share.who')}
          value={isPublic ? 'public' : 'secret'}
          options={[
            { value: 'secret', label: t('forges.share.secret') },
            { value: 'public', label: t('forges.share.public') },
          ]}
          onChange={(value) => setIsPublic(value === 'public')}
        />
      </div>
      <p className="text-fg-2 text-sm">
        {t(isPublic ? 'forges.share.publicHint' : `forges.share.secretHint.${preview.kind}`)}{' '}
        {t('forges.share.hidden', { count: preview.secrets })}
      </p>
      <section aria-label={t('forges.share.goesOut')} className="grid min-h-0 gap-1">
        <h3 className="font-medium text-fg-2 text-sm">{t('forges.share.goesOut')}</h3>
        <PlainText
          text={preview.text}
          className="max-h-[40vh] overflow-auto rounded-md border border-line bg-sunken px-3 py-2"
        />
      </section>
      <div aria-live="polite" className="empty:hidden">
        {failed === null ? null : (
          <ActFailure
            problem={{
              title: t('forges.share.failed'),
              reason: failed.reason,
              kept: t('forges.share.kept'),
            }}
            onRetry={onReload}
          />
        )}
      </div>
      <footer className="flex items-center justify-end gap-2">
        {busy === null ? null : <Mark state="run" />}
        <Button onClick={onClose}>{t('changes.cancel')}</Button>
        <Button look={isPublic ? 'danger' : 'primary'} disabled={busy !== null} onClick={create}>
          {t(isPublic ? `forges.share.createPublic.${preview.kind}` : `forges.share.create.${preview.kind}`)}
        </Button>
      </footer>
    </>
  )
}

type SharedProps = ShareFormProps & { readonly url: string; readonly onRemoved: () => void }

function Shared({ api, preview, url, onRemoved, onClose }: SharedProps) {
  const t = useText()
  const { busy, failed, run } = useAct<'remove'>()
  const remove = () =>
    run('remove', async () => {
      await api.command('share.remove', { url })
      onRemoved()
    })
  return (
    <>
      <PageLine said={t('forges.share.created')} url={url} />
      <div aria-live="polite" className="empty:hidden">
        {failed === null ? null : (
          <ActFailure
            problem={{
              title: t('forges.share.notRemoved'),
              reason: failed.reason,
              kept: t('forges.share.stillThere'),
            }}
            onRetry={remove}
          />
        )}
      </div>
      <footer className="flex justify-end gap-2">
        <Button look="ghost-danger" disabled={busy !== null} onClick={remove}>
          {t(`forges.share.remove.${preview.kind}`)}
        </Button>
        <Button look="primary" autoFocus onClick={onClose}>
          {t('ui.close')}
        </Button>
      </footer>
    </>
  )
}
