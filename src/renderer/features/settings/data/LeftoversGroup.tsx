import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useBytesText } from '../../../ui/base/bytes-text.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { SettingGroup, SettingLine } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'

/** Unfinished copies that a crash left, each offered for removal. Nothing when there are none. */
export function LeftoversGroup({ api, app, toast }: SettingsProps) {
  const t = useText()
  const bytesText = useBytesText()
  const leftovers = useQuery('home.leftovers', {})
  if (leftovers.data === null || leftovers.data.length === 0) return null
  const remove = async (id: string) => {
    const gone = await api.command('home.removeLeftover', { id })
    leftovers.reload()
    if (gone) toast({ mark: 'done', text: t('data.removed'), seconds: 5 })
  }
  return (
    <SettingGroup label={t('data.leftovers')}>
      <p className="border-line border-b px-4 py-2 text-fg-3 text-xs">{t('data.leftoversHint')}</p>
      {leftovers.data.map(({ id, path, kind, bytes, writer }) => (
        <SettingLine
          key={id}
          title={`${t(`data.leftover.${kind}`)} · ${bytesText(bytes)}`}
          hint={
            <span className="select-text break-all">
              {writer === null ? path : `${path} · ${t('data.leftover.writer', { pid: String(writer) })}`}
            </span>
          }
        >
          <Button
            disabled={writer !== null}
            aria-label={`${t('data.remove')} ${path}`}
            onClick={() => app.attempt(remove(id))}
          >
            {t('data.remove')}
          </Button>
        </SettingLine>
      ))}
    </SettingGroup>
  )
}
