import { useState } from 'react'
import { useStore } from 'zustand'
import type { ChatInForce, SettingFileState, SettingInForce } from '#shared/config/settings-in-force.ts'
import { useQuery } from '../../data/use-query.ts'
import { useNoticeWords, useText } from '../../messages/TextProvider.tsx'
import { Chip } from '../../ui/controls/Chip.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'
import { SectionHead, SettingGroup, SettingLine } from './SectionHead.tsx'
import type { SettingsProps } from './settings-props.ts'

/** Every setting in effect, the layer of its value, and the files of the layers. */
export function LayersSection({ app }: SettingsProps) {
  const t = useText()
  const projectId = useStore(app.store, (state) => state.openProject)
  const [words, setWords] = useState('')
  const [withDefaults, setWithDefaults] = useState(false)
  const sessionId = useStore(app.store, (state) => state.openSession)
  const asked = useQuery('settings.inForce', { projectId, ...(sessionId === null ? {} : { sessionId }) })
  const shown = (asked.data?.settings ?? []).filter(
    ({ key, value, layer }) =>
      (withDefaults || layer !== 'builtin') &&
      `${key} ${value}`.toLowerCase().includes(words.trim().toLowerCase()),
  )
  return (
    <>
      <SectionHead
        title={t('settings.layers')}
        hint={`${t('settings.layers.hint')} ${t(projectId === null ? 'settings.layers.nowhere' : 'settings.layers.here')}`}
      />
      {asked.problem === null ? null : <Failure message={asked.problem} onRetry={asked.reload} />}
      {asked.data === null ? (
        asked.problem === null ? (
          <Placeholder rows={6} />
        ) : null
      ) : (
        <>
          <SettingGroup label={t('settings.layers.files')}>
            {asked.data.files.map((file) => (
              <FileLine key={file.layer} file={file} />
            ))}
          </SettingGroup>
          {asked.data.chat === null ? null : <ChatGroup chat={asked.data.chat} />}
          <TextInput
            type="search"
            icon="search"
            aria-label={t('settings.layers.filter')}
            placeholder={t('settings.layers.filter')}
            value={words}
            onText={setWords}
          />
          <SettingGroup label={t('settings.layers.list')}>
            <SettingLine title={t('settings.layers.defaults')} hint="">
              <Switch
                label={t('settings.layers.defaults')}
                checked={withDefaults}
                onChange={setWithDefaults}
              />
            </SettingLine>
            {shown.length === 0 ? (
              <p className="border-line border-t px-4 py-3 text-fg-3 text-sm">{t('settings.layers.none')}</p>
            ) : (
              <ul className="border-line border-t">
                {shown.map((setting) => (
                  <ValueLine key={`${setting.key} ${setting.layer} ${setting.value}`} setting={setting} />
                ))}
              </ul>
            )}
          </SettingGroup>
        </>
      )}
    </>
  )
}

/** Shows what holds in the open chat alone: extra folders, its context profile, and rules of its running turn. */
function ChatGroup({ chat: { folders, rules, profile } }: { readonly chat: ChatInForce }) {
  const t = useText()
  if (folders.length === 0 && rules.length === 0 && profile === null) return null
  return (
    <SettingGroup label={t('settings.layers.chat')}>
      <ul>
        {profile === null ? null : (
          <ChatLine name="context.profile" value={profile}>
            {t('settings.layers.ofChat')}
          </ChatLine>
        )}
        {folders.map((path) => (
          <ChatLine key={path} name={t('settings.layers.folder')} value={path}>
            {t('settings.layers.ofChat')}
          </ChatLine>
        ))}
        {rules.map(({ rule: { tool, pattern }, source }, at) => (
          <ChatLine
            // biome-ignore lint/suspicious/noArrayIndexKey: two sources may bring the same rule
            key={at}
            name="permissions"
            value={`allow ${pattern === undefined ? tool : `${tool}(${pattern})`}`}
          >
            {t('settings.layers.turn', { source: source ?? t('settings.layers.of.commandLine') })}
          </ChatLine>
        ))}
      </ul>
    </SettingGroup>
  )
}

type ChatLineProps = { readonly name: string; readonly value: string; readonly children: string }

function ChatLine({ name, value, children }: ChatLineProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-line px-4 py-2 text-sm [&+li]:border-t">
      <span className="min-w-0 break-words font-mono text-xs">
        <span className="text-fg">{name}</span> <span className="text-fg-2">{value}</span>
      </span>
      <Chip look="flat">{children}</Chip>
    </li>
  )
}

function FileLine({ file }: { readonly file: SettingFileState }) {
  const t = useText()
  const words = useNoticeWords()
  return (
    <div className="grid gap-1 border-line px-4 py-2 text-sm [&+div]:border-t">
      <span className="flex min-w-0 items-center gap-2">
        <Chip look="flat">{t(`settings.layers.of.${file.layer}`)}</Chip>
        <span className="truncate font-mono text-fg-2 text-xs" title={file.path}>
          {file.path}
        </span>
      </span>
      {file.problem === null ? null : (
        <p className="text-bad-fg text-xs">{words(file.problem.message, file.problem.said)}</p>
      )}
    </div>
  )
}

function ValueLine({ setting: { key, value, layer, hidden } }: { readonly setting: SettingInForce }) {
  const t = useText()
  const others = hidden.map((each) =>
    t('settings.layers.hiddenValue', { value: each.value, layer: t(`settings.layers.of.${each.layer}`) }),
  )
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-line px-4 py-2 text-sm [&+li]:border-t">
      <span className="min-w-0 break-words font-mono text-xs">
        <span className="text-fg">{key}</span> <span className="text-fg-2">{value}</span>
        {others.length === 0 ? null : (
          <span className="block font-sans text-fg-3">
            {t('settings.layers.hidden', { values: others.join(', ') })}
          </span>
        )}
      </span>
      <Chip look="flat">{t(`settings.layers.of.${layer}`)}</Chip>
    </li>
  )
}
