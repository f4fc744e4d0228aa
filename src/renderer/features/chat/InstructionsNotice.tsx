import type { SessionId } from '#shared/ids.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Icon } from '../../ui/base/Icon.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { useInstructions, useRefresh } from './inspector/instructions/use-instructions.ts'

/** Shows above the composer that instruction files differ from the version sent to the model. */
export function InstructionsNotice({ sessionId }: { sessionId: SessionId }) {
  const t = useText()
  const { data } = useInstructions(sessionId)
  const refresh = useRefresh(sessionId)
  if (data === null || data.changed === 0) return null
  const [first] = data.files.filter(({ state }) => state !== 'same')
  const name = first?.path.slice(first.path.lastIndexOf('/') + 1) ?? t('context.section.skills')
  const text =
    data.changed === 1 ? t('context.noticeOne', { name }) : t('context.differ', { count: data.changed })
  return (
    <div role="status" className="flex items-center gap-2 pb-2 text-fg-2 text-sm" title={first?.path}>
      <Icon name="info" size="s" className="text-warn" />
      <span className="min-w-0 grow truncate">{text}</span>
      <Button size="small" look="ghost" onClick={refresh}>
        {t('context.refresh')}
      </Button>
    </div>
  )
}
