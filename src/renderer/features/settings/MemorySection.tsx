import { useState } from 'react'
import { useStore } from 'zustand'
import type { MemoryChanges, RecallChanges, RecallInForce } from '#shared/memory/recall-settings.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'
import { MeaningGroup } from './MeaningGroup.tsx'
import { SectionHead, SettingGroup, SettingLine } from './SectionHead.tsx'
import { ShareLine } from './ShareLine.tsx'
import type { SettingsProps } from './settings-props.ts'

/**
 * Shows the automatic memory settings: effective values in the open project, their sources, and the person's
 * choice.
 */
export function MemorySection({ api, app }: SettingsProps) {
  const t = useText()
  const projectId = useStore(app.store, (state) => state.openProject)
  const asked = useQuery('memory.settings', { projectId })
  const change = (changes: MemoryChanges) =>
    app.attempt(api.command('memory.setSettings', { changes, projectId }).finally(asked.reload))
  return (
    <>
      <SectionHead title={t('settings.memory')} hint={t('settings.memoryHint')} />
      {asked.problem === null ? null : <Failure message={asked.problem} onRetry={asked.reload} />}
      {asked.data === null ? (
        asked.problem === null ? (
          <Placeholder rows={3} />
        ) : null
      ) : (
        <>
          <Recall inForce={asked.data} onChange={change} />
          <SettingGroup label={t('settings.propose')}>
            <SettingLine title={t('settings.propose.on')} hint={t('settings.propose.hint')}>
              <Switch
                label={t('settings.propose.on')}
                checked={asked.data.propose}
                onChange={(propose) => change({ propose })}
              />
            </SettingLine>
          </SettingGroup>
        </>
      )}
      <MeaningGroup api={api} app={app} />
      <p className="text-fg-3 text-xs">{t('settings.recall.project')}</p>
    </>
  )
}

type RecallProps = { readonly inForce: RecallInForce; readonly onChange: (changes: RecallChanges) => void }

const SCORES = { min: 0, max: 1 } as const
const SHARES = { min: 0.01, max: 0.5 } as const

function Recall({ inForce: { values, from }, onChange }: RecallProps) {
  const t = useText()
  // The chosen value is shown until main has answered.
  const [chosen, setChosen] = useState<{ of: typeof values; changes: RecallChanges } | null>(null)
  const shown = chosen?.of === values ? { ...values, ...chosen.changes } : values
  const change = (changes: RecallChanges) => {
    setChosen({ of: values, changes: { ...(chosen?.of === values ? chosen.changes : {}), ...changes } })
    onChange(changes)
  }
  const hint = (key: keyof typeof values, words: string) => `${words} · ${t(`settings.from.${from[key]}`)}`
  return (
    <SettingGroup label={t('settings.recall')}>
      <SettingLine
        title={t('settings.recall.on')}
        hint={hint('recall', t(shown.recall ? 'settings.recall.onHint' : 'settings.recall.offHint'))}
      >
        <Switch
          label={t('settings.recall.on')}
          checked={shown.recall}
          onChange={(recall) => change({ recall })}
        />
      </SettingLine>
      {shown.recall ? (
        <>
          <ShareLine
            title={t('settings.recall.score')}
            hint={hint('minScore', t('settings.recall.scoreHint'))}
            value={shown.minScore}
            {...SCORES}
            onValue={(minScore) => change({ minScore })}
          />
          <ShareLine
            title={t('settings.recall.share')}
            hint={hint('maxBudgetFraction', t('settings.recall.shareHint'))}
            value={shown.maxBudgetFraction}
            {...SHARES}
            onValue={(maxBudgetFraction) => change({ maxBudgetFraction })}
          />
        </>
      ) : null}
    </SettingGroup>
  )
}
