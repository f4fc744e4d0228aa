import { useState } from 'react'
import { useStore } from 'zustand'
import { SEARCH_ENGINES, type WebTable } from '#shared/web/settings.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { oneOf } from '../../../ui/base/one-of.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldError } from '../../../ui/controls/Field.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { SectionHead, SettingGroup, SettingLine } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { draftOf, readDraft, type WebDraft } from './web-draft.ts'

/** Shows the settings of the web tools. */
export function WebSection({ api, app, toast }: SettingsProps) {
  const t = useText()
  const { data: answer, problem, reload } = useQuery('web.settings', {})
  return (
    <>
      <SectionHead title={t('settings.web')} hint={t('settings.web.hint')} />
      {answer !== null ? (
        <WebForm
          key={JSON.stringify(answer)}
          web={answer}
          api={api}
          app={app}
          toast={toast}
          onSaved={reload}
        />
      ) : problem === null ? (
        <Placeholder rows={4} />
      ) : (
        <Failure message={problem} onRetry={reload} />
      )}
    </>
  )
}

type WebFormProps = SettingsProps & { readonly web: WebTable; readonly onSaved: () => void }

function WebForm({ web, api, app, toast, onSaved }: WebFormProps) {
  const t = useText()
  const [draft, setDraft] = useState(() => draftOf(web))
  const read = readDraft(draft)
  const set = (change: Partial<WebDraft>) => setDraft({ ...draft, ...change })
  const save = () => {
    if (!read.ok) return
    app.attempt(
      api.command('web.save', { web: read.web }).then(() => {
        toast({ mark: 'done', text: t('settings.web.saved'), seconds: 4 })
        onSaved()
      }),
    )
  }
  return (
    <>
      <SettingGroup label={t('settings.web.pages')}>
        <SettingLine title={t('settings.web.fetch')} hint={t('settings.web.fetch.hint')}>
          <Switch
            label={t('settings.web.fetch')}
            checked={draft.fetch}
            onChange={(fetch) => set({ fetch })}
          />
        </SettingLine>
        <SettingLine title={t('settings.web.private')} hint={t('settings.web.private.hint')}>
          <TextInput
            aria-label={t('settings.web.private')}
            value={draft.privateHosts}
            onText={(privateHosts) => set({ privateHosts })}
            className="w-72"
          />
        </SettingLine>
      </SettingGroup>
      <SearchGroup draft={draft} set={set} app={app} />
      <SettingGroup label={t('settings.web.secrets')}>
        <div className="grid gap-2 px-4 py-2">
          <p className="text-fg-3 text-xs">{t('settings.web.secrets.hint')}</p>
          <TextArea
            aria-label={t('settings.web.secrets')}
            rows={3}
            mono
            value={draft.secrets}
            onText={(secrets) => set({ secrets })}
          />
        </div>
      </SettingGroup>
      <div className="flex items-center gap-3">
        <Button look="primary" aria-disabled={!read.ok} onClick={save}>
          {t('settings.web.save')}
        </Button>
        {read.ok ? null : <FieldError>{t('settings.web.wrong', { line: read.line })}</FieldError>}
      </div>
    </>
  )
}

type SearchGroupProps = Pick<SettingsProps, 'app'> & {
  readonly draft: WebDraft
  readonly set: (change: Partial<WebDraft>) => void
}

function SearchGroup({ draft, set, app }: SearchGroupProps) {
  const t = useText()
  const names = {
    searxng: 'SearXNG',
    brave: 'Brave Search',
    tavily: 'Tavily',
    provider: t('settings.web.engine.provider'),
  } as const
  const engines = SEARCH_ENGINES.map((value) => ({ value, label: names[value] }))
  const options = [{ value: 'none', label: t('settings.web.engine.none') }, ...engines]
  return (
    <SettingGroup label={t('settings.web.search')}>
      <SettingLine title={t('settings.web.engine')} hint={t('settings.web.engine.hint')}>
        <Select
          label={t('settings.web.engine')}
          value={draft.engine}
          groups={[{ title: null, options }]}
          onChange={(engine) => set({ engine: oneOf(SEARCH_ENGINES, engine) ?? 'none' })}
          className="w-72"
        />
      </SettingLine>
      {draft.engine === 'provider' ? <SearchModel draft={draft} set={set} app={app} /> : null}
      {draft.engine === 'none' || draft.engine === 'provider' ? null : (
        <>
          <SettingLine title={t('settings.web.url')} hint={t('settings.web.url.hint')}>
            <TextInput
              aria-label={t('settings.web.url')}
              placeholder={draft.engine === 'searxng' ? 'https://' : t('settings.web.url.own')}
              value={draft.url}
              onText={(url) => set({ url })}
              className="w-72"
            />
          </SettingLine>
          <SettingLine title={t('settings.web.key')} hint={t('settings.web.key.hint')}>
            <TextInput
              aria-label={t('settings.web.key')}
              placeholder={t('settings.web.key.none')}
              value={draft.apiKeyRef}
              onText={(apiKeyRef) => set({ apiKeyRef })}
              className="w-72"
            />
          </SettingLine>
        </>
      )}
    </SettingGroup>
  )
}

/** Protocols whose providers have a search tool. */
const SEARCHING: ReadonlySet<string> = new Set([
  'anthropic-messages',
  'openai-responses',
  'google-generative-ai',
])

/** Chooses the model whose provider searches, of those that are set up. */
function SearchModel({ draft, set, app }: SearchGroupProps) {
  const t = useText()
  const models = useStore(app.store, (state) => state.models).filter(({ api }) => SEARCHING.has(api))
  const options = models.map(({ ref, label }) => ({ value: ref as string, label }))
  const named = options.some(({ value }) => value === draft.model)
  const none = { value: draft.model, label: draft.model === '' ? t('settings.web.model.none') : draft.model }
  return (
    <SettingLine title={t('settings.web.model')} hint={t('settings.web.model.hint')}>
      <Select
        label={t('settings.web.model')}
        value={draft.model}
        groups={[{ title: null, options: named ? options : [none, ...options] }]}
        onChange={(model) => set({ model })}
        className="w-72"
      />
    </SettingLine>
  )
}
