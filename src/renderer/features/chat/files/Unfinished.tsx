import type { UnfinishedRestore } from '#shared/checkpoint/checkpoint.ts'
import type { SessionId } from '#shared/ids.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { useChat } from '../chat-context.ts'
import { useOpenFiles } from './files-request.ts'

type UnfinishedProps = {
  readonly sessionId: SessionId
  readonly unfinished: UnfinishedRestore
  readonly onLeft: () => void
}

/** Shows a restore that the exit of the app interrupted, with its progress and both options. */
export function Unfinished({ sessionId, unfinished, onLeft }: UnfinishedProps) {
  const t = useText()
  const { api, app } = useChat()
  const open = useOpenFiles()
  const { begun, because, direction, scope, files } = unfinished
  const left = files.filter(({ done }) => !done)
  const counted = { count: files.length, done: files.length - left.length }
  const leave = () => app.attempt(api.command('checkpoint.leave', { sessionId, begun }).then(onLeft))
  const finish = () =>
    open({
      what: 'restore',
      sessionId,
      direction,
      scope,
      after: null,
      name: t('files.everything'),
      files: left.map(({ file }) => file),
      together: { with: 'finish', begun },
    })
  return (
    <Banner>
      <p>{t(`files.unfinished.${because}`, counted)}</p>
      <p className="mt-2 flex flex-wrap gap-2">
        {left.length === 0 ? null : (
          <Button size="small" onClick={finish}>
            {t('files.finish')}
          </Button>
        )}
        <Button size="small" look="ghost" onClick={leave}>
          {t('files.leave')}
        </Button>
      </p>
    </Banner>
  )
}
