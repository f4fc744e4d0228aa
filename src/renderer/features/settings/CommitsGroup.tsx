import { useStore } from 'zustand'
import { CommitTrailer } from '#shared/config/choices.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { oneOf } from '../../ui/base/one-of.ts'
import { Select } from '../../ui/controls/Select.tsx'
import { SettingGroup, SettingLine } from './SectionHead.tsx'
import type { SettingsProps } from './settings-props.ts'

/** Whether drafted commit messages name the models whose changes they hold. */
export function CommitsGroup({ app }: Pick<SettingsProps, 'app'>) {
  const t = useText()
  const { commitTrailer } = useStore(app.store, (state) => state.settings)
  return (
    <SettingGroup label={t('settings.commits')}>
      <SettingLine title={t('settings.commits.trailer')} hint={t(`settings.commits.hint.${commitTrailer}`)}>
        <Select
          label={t('settings.commits.trailer')}
          value={commitTrailer}
          groups={[
            {
              title: null,
              options: CommitTrailer.options.map((value) => ({
                value,
                label: t(`settings.commits.${value}`),
              })),
            },
          ]}
          onChange={(chosen) =>
            app.attempt(app.changeSettings({ commitTrailer: oneOf(CommitTrailer.options, chosen) ?? 'none' }))
          }
          className="w-56"
        />
      </SettingLine>
    </SettingGroup>
  )
}
