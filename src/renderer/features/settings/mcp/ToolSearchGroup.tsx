import { useStore } from 'zustand'
import { toolShare } from '#shared/tools/tool-share.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { SettingGroup, SettingLine } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'

/** Shows when agents find the tools of servers by a search. */
export function ToolSearchGroup({ app }: Pick<SettingsProps, 'app'>) {
  const t = useText()
  const search = useStore(app.store, (state) => state.settings.toolSearch)
  const mode = search === 'on' || search === 'off' ? search : 'auto'
  // A share that the file sets is kept as one of the choices.
  const automatic = mode === 'auto' ? search : 'auto'
  const percent = String(toolShare(automatic) ?? 0)
  return (
    <SettingGroup label={t('settings.toolSearch')}>
      <SettingLine title={t('settings.toolSearch')} hint={t(`settings.toolSearch.is.${mode}`, { percent })}>
        <Select
          label={t('settings.toolSearch')}
          value={search}
          onChange={(toolSearch) => app.attempt(app.changeSettings({ toolSearch }))}
          groups={[
            {
              title: null,
              options: [
                { value: automatic, label: t('settings.toolSearch.auto', { percent }) },
                { value: 'on', label: t('settings.toolSearch.on') },
                { value: 'off', label: t('settings.toolSearch.off') },
              ],
            },
          ]}
        />
      </SettingLine>
    </SettingGroup>
  )
}
