import type { RequestTaken, RequestWhen } from '#shared/context/report.ts'
import type { SessionId } from '#shared/ids.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { sentences } from '../../../../ui/base/sentences.ts'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Menu } from '../../../../ui/controls/Menu.tsx'
import { useChat } from '../../chat-context.ts'

const TOLD_SECONDS = 8

/** Takes the request along, as the model's server reads it. Main hides secrets and writes; it never comes here. */
export function RequestMenu({ sessionId, when }: { sessionId: SessionId; when: RequestWhen }) {
  const t = useText()
  const { api, app, toast } = useChat()
  const tell = (done: string, { unread }: RequestTaken) =>
    toast?.({
      mark: 'done',
      seconds: TOLD_SECONDS,
      text: sentences(t, [done, unread === 0 ? null : t('context.unread', { count: unread })]),
    })
  const copy = async () => {
    const taken = await api.command('context.copyRequest', { sessionId, when })
    tell(t('context.copied', { count: taken.secrets }), taken)
  }
  const save = async () => {
    const taken = await api.command('context.saveRequest', { sessionId, when })
    if (taken !== null) tell(t('context.saved', { name: taken.fileName, count: taken.secrets }), taken)
  }
  return (
    <Menu
      trigger={<IconButton icon="more" size="small" label={t('context.actions')} />}
      items={[
        {
          kind: 'action',
          id: 'copy',
          icon: 'copy',
          label: t('context.copy'),
          onSelect: () => app.attempt(copy()),
        },
        {
          kind: 'action',
          id: 'save',
          icon: 'file',
          label: t('context.save'),
          onSelect: () => app.attempt(save()),
        },
      ]}
    />
  )
}
