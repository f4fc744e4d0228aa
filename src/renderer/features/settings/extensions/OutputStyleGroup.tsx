import { useStore } from 'zustand'
import { useQuery } from '../../../data/use-query.ts'
import { useNoticeWords, useText } from '../../../messages/TextProvider.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { SettingGroup, SettingLine } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'

/** The value of the list for no style. A name of a style never begins with a space. */
const NONE = ' none'

/** Chooses the output style of new chats. */
export function OutputStyleGroup({ api, app }: Pick<SettingsProps, 'api' | 'app'>) {
  const t = useText()
  const words = useNoticeWords()
  const projectId = useStore(app.store, (state) => state.openProject)
  const asked = useQuery('styles.list', { projectId })
  const list = asked.data
  if (list === null) {
    return asked.problem === null ? (
      <Placeholder rows={1} />
    ) : (
      <Failure message={asked.problem} onRetry={asked.reload} />
    )
  }
  const { styles, problems, chosen } = list
  const isGone = chosen !== null && !styles.some(({ name }) => name === chosen)
  const options = [
    { value: NONE, label: t('settings.style.off') },
    ...styles.map(({ name, plugin }) => ({ value: name, label: name, ...(plugin ? { hint: plugin } : {}) })),
    ...(isGone ? [{ value: chosen, label: chosen, hint: t('settings.style.gone') }] : []),
  ]
  const choose = (value: string) =>
    app.attempt(api.command('styles.choose', { projectId, name: value === NONE ? null : value }))
  const about = styles.find(({ name }) => name === chosen)?.description ?? ''
  return (
    <>
      {problems.map(({ file, message, said }) => (
        <Banner key={file} look="bad">
          {words(message, said)} <span className="break-all text-fg-3 text-xs">{file}</span>
        </Banner>
      ))}
      <SettingGroup label={t('settings.style')}>
        <SettingLine title={t('settings.style.new')} hint={about === '' ? t('settings.style.hint') : about}>
          <Select
            label={t('settings.style.new')}
            value={chosen ?? NONE}
            groups={[{ title: null, options }]}
            onChange={choose}
          />
        </SettingLine>
      </SettingGroup>
    </>
  )
}
