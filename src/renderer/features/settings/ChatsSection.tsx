import { useState } from 'react'
import { useStore } from 'zustand'
import { COMPACT_AT, LEAST_WINDOW, LongChats } from '#shared/context/long-chats.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'
import { BackgroundGroup } from './BackgroundGroup.tsx'
import { CommitsGroup } from './CommitsGroup.tsx'
import { OutputStyleGroup } from './extensions/OutputStyleGroup.tsx'
import { NumberLine } from './NumberLine.tsx'
import { RequestsGroup } from './requests/RequestsGroup.tsx'
import { SectionHead, SettingGroup, SettingLine } from './SectionHead.tsx'
import { ShareLine } from './ShareLine.tsx'
import { SideGroup } from './SideGroup.tsx'
import type { SettingsProps } from './settings-props.ts'

/** Shows the settings for long chats and for agents of a chat. */
export function ChatsSection({ api, app }: SettingsProps) {
  const t = useText()
  const asked = useQuery('context.longChats', {})
  // The chosen value is shown until main has answered.
  const [chosen, setChosen] = useState<LongChats | null>(null)
  const chats = chosen ?? asked.data
  const change = (next: LongChats) => {
    setChosen(next)
    const saved = api.command('context.setLongChats', next)
    app.attempt(
      saved.then(setChosen, (error: unknown) => {
        setChosen(null)
        asked.reload()
        throw error
      }),
    )
  }
  return (
    <>
      <SectionHead title={t('settings.chats')} hint={t('settings.chatsHint')} />
      {asked.problem === null ? null : <Failure message={asked.problem} onRetry={asked.reload} />}
      {chats === null ? (
        asked.problem === null ? (
          <Placeholder rows={3} />
        ) : null
      ) : (
        <SettingGroup label={t('settings.long')}>
          <SettingLine
            title={t('settings.long.auto')}
            hint={t(chats.auto ? 'settings.long.autoOn' : 'settings.long.autoOff')}
          >
            <Switch
              label={t('settings.long.auto')}
              checked={chats.auto}
              onChange={(auto) => change({ ...chats, auto })}
            />
          </SettingLine>
          {chats.auto ? (
            <ShareLine
              title={t('settings.long.at')}
              hint={t('settings.long.atHint')}
              value={chats.at}
              {...COMPACT_AT}
              onValue={(at) => change({ ...chats, at })}
            />
          ) : null}
          <NumberLine
            title={t('settings.long.window')}
            hint={t('settings.long.windowHint')}
            nothing={t('settings.long.windowAll')}
            wrong={t('settings.long.windowWrong', { least: LEAST_WINDOW })}
            value={chats.window}
            isRight={(window) => LongChats.shape.window.safeParse(window).success}
            onValue={(window) => change({ ...chats, window })}
          />
          <NumberLine
            title={t('settings.long.turns')}
            hint={t('settings.long.turnsHint')}
            nothing={t('settings.long.turnsAll')}
            wrong={t('settings.long.windowWrong', { least: 1 })}
            value={chats.turns}
            isRight={(turns) => LongChats.shape.turns.safeParse(turns).success}
            onValue={(turns) => change({ ...chats, turns })}
          />
        </SettingGroup>
      )}
      <p className="text-fg-3 text-xs">{t('settings.long.project')}</p>
      <RequestsGroup api={api} app={app} />
      <SideGroup app={app} />
      <OutputStyleGroup api={api} app={app} />
      <BackgroundGroup app={app} />
      <TeamsGroup app={app} />
      <CommitsGroup app={app} />
    </>
  )
}

/** The switch for teams. */
function TeamsGroup({ app }: Pick<SettingsProps, 'app'>) {
  const t = useText()
  const teams = useStore(app.store, (state) => state.settings.teams)
  const apart = useStore(app.store, (state) => state.settings.teamsApart)
  return (
    <SettingGroup label={t('settings.teams')}>
      <SettingLine
        title={t('settings.teams.on')}
        hint={t(teams ? 'settings.teams.isOn' : 'settings.teams.isOff')}
      >
        <Switch
          label={t('settings.teams.on')}
          checked={teams}
          onChange={(on) => app.attempt(app.changeSettings({ teams: on }))}
        />
      </SettingLine>
      <SettingLine
        title={t('settings.teams.apart')}
        hint={t(apart ? 'settings.teams.isApart' : 'settings.teams.isTogether')}
      >
        <Switch
          label={t('settings.teams.apart')}
          checked={apart}
          onChange={(on) => app.attempt(app.changeSettings({ teamsApart: on }))}
        />
      </SettingLine>
    </SettingGroup>
  )
}
