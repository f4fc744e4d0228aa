import { useStore } from 'zustand'
import { SummaryEvery } from '#shared/config/choices.ts'
import { USUAL_CHOICES } from '#shared/config/usual-choices.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { NumberLine } from './NumberLine.tsx'
import { SettingGroup, SettingLine } from './SectionHead.tsx'
import type { SettingsProps } from './settings-props.ts'

/** Settings of background questions: summaries and suggested messages. */
export function SideGroup({ app }: Pick<SettingsProps, 'app'>) {
  const t = useText()
  const { chatSummaries, summaryEvery, suggestions } = useStore(app.store, (state) => state.settings)
  const usual = USUAL_CHOICES.summaryEvery
  return (
    <SettingGroup label={t('settings.side')}>
      <SettingLine
        title={t('settings.side.summaries')}
        hint={t(chatSummaries ? 'settings.side.summariesOn' : 'settings.side.summariesOff')}
      >
        <Switch
          label={t('settings.side.summaries')}
          checked={chatSummaries}
          onChange={(on) => app.attempt(app.changeSettings({ chatSummaries: on }))}
        />
      </SettingLine>
      {chatSummaries ? (
        <NumberLine
          title={t('settings.side.every')}
          hint={t('settings.side.everyHint')}
          nothing={t('settings.side.everyUsual')}
          wrong={t('settings.side.everyWrong')}
          value={summaryEvery === usual ? null : summaryEvery}
          isRight={(every) => SummaryEvery.nullable().safeParse(every).success}
          onValue={(every) => app.attempt(app.changeSettings({ summaryEvery: every ?? usual }))}
        />
      ) : null}
      <SettingLine
        title={t('settings.side.suggestions')}
        hint={t(suggestions ? 'settings.side.suggestionsOn' : 'settings.side.suggestionsOff')}
      >
        <Switch
          label={t('settings.side.suggestions')}
          checked={suggestions}
          onChange={(on) => app.attempt(app.changeSettings({ suggestions: on }))}
        />
      </SettingLine>
    </SettingGroup>
  )
}
