import { useId, useState } from 'react'
import { useStore } from 'zustand'
import type { EmbeddingChoice, EmbeddingStanding } from '#shared/memory/embedding.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'
import { MeaningProgress } from './MeaningProgress.tsx'
import { SettingGroup, SettingLine } from './SectionHead.tsx'
import type { SettingsProps } from './settings-props.ts'

/** Shows the embedding model, its data flow and its progress. */
export function MeaningGroup({ api, app }: Pick<SettingsProps, 'api' | 'app'>) {
  const t = useText()
  const { data: standing, problem, reload: askAgain } = useQuery('memory.embedding', {})
  const choose = (choice: EmbeddingChoice | null) =>
    app.attempt(api.command('memory.setEmbedding', { choice }).finally(askAgain))
  const act = (name: 'stop' | 'goOn') =>
    app.attempt(api.command('memory.embed', { act: name }).finally(askAgain))
  if (standing === null)
    return problem === null ? <Placeholder rows={1} /> : <Failure message={problem} onRetry={askAgain} />
  return (
    <SettingGroup label={t('settings.meaning')}>
      <Choice app={app} standing={standing} onChoose={choose} />
      {standing.choice === null ? null : <MeaningProgress standing={standing} onAct={act} />}
    </SettingGroup>
  )
}

type ChoiceProps = Pick<SettingsProps, 'app'> & {
  readonly standing: EmbeddingStanding
  readonly onChoose: (choice: EmbeddingChoice | null) => void
}

/** Radix has no option with an empty value. */
const NOBODY = '-'

function Choice({ app, standing: { choice, host }, onChoose }: ChoiceProps) {
  const t = useText()
  const id = useId()
  const models = useStore(app.store, (state) => state.models)
  const [provider, setProvider] = useState(choice?.provider ?? NOBODY)
  const [model, setModel] = useState(choice?.model ?? '')
  const servers = new Map(
    models.flatMap((each) => (each.baseUrl === null ? [] : [[each.provider, hostOf(each.baseUrl)] as const])),
  )
  // A chosen model stays visible after its server was removed.
  if (choice !== null && !servers.has(choice.provider)) servers.set(choice.provider, host ?? '')
  const wanted = model.trim()
  const isNew = wanted !== '' && (wanted !== choice?.model || provider !== choice.provider)
  const target = provider === NOBODY ? null : (servers.get(provider) ?? '')
  const use = () => {
    if (isNew) onChoose({ provider, model: wanted })
  }
  return (
    <>
      <SettingLine
        title={t('settings.meaning.server')}
        hint={target === null ? t('settings.meaning.off') : t('settings.meaning.sent', { host: target })}
      >
        <Select
          label={t('settings.meaning.server')}
          className="w-56"
          value={provider}
          groups={[
            { title: null, options: [{ value: NOBODY, label: t('settings.meaning.nobody') }] },
            {
              title: t('settings.meaning.servers'),
              options: [...servers].map(([name, at]) => ({ value: name, label: name, hint: at })),
            },
          ]}
          onChange={(next) => {
            setProvider(next)
            if (next === NOBODY && choice !== null) onChoose(null)
          }}
        />
      </SettingLine>
      {provider === NOBODY ? null : (
        <SettingLine title={t('settings.meaning.model')} hint={t('settings.meaning.modelHint')}>
          <span className="flex w-56 items-center gap-2">
            <label htmlFor={id} className="unseen">
              {t('settings.meaning.model')}
            </label>
            <TextInput
              id={id}
              mono
              className="min-w-0 grow"
              placeholder={t('settings.meaning.modelExample')}
              value={model}
              onText={setModel}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !event.nativeEvent.isComposing) use()
              }}
            />
            <Button disabled={!isNew} onClick={use}>
              {t('settings.meaning.use')}
            </Button>
          </span>
        </SettingLine>
      )}
    </>
  )
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
}
