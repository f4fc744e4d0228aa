import { useState } from 'react'
import { useStore } from 'zustand'
import type { HookList, HookListing, HookResult } from '#shared/hook/hook.ts'
import { useQuery } from '../../../data/use-query.ts'
import { Rich, useNoticeWords, useStopWords, useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { Mark, type MarkState } from '../../../ui/controls/Mark.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { SectionHead, SettingGroup, SettingLine } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { NewHook } from './NewHook.tsx'
import { OpenFolder } from './OpenFolder.tsx'

/** The hook folders below Orrery's folder and below a project. */
const FOLDERS = { own: 'hooks/', project: '.orrery/hooks/' } as const

/** The commands that step in while agents work: where each comes from, whether it is on, how it last came out. */
export function HooksSection({ api, app }: SettingsProps) {
  const t = useText()
  const words = useNoticeWords()
  const projectId = useStore(app.store, (state) => state.openProject)
  const [making, setMaking] = useState(false)
  const asked = useQuery('hooks.list', { projectId })
  const turn = (key: string | null, on: boolean) => app.attempt(api.command('hooks.turn', { key, on }))
  const list = asked.data
  return (
    <>
      <SectionHead
        title={t('settings.hooks')}
        hint={t('settings.hooksHint')}
        action={
          <>
            <Button icon="plus" onClick={() => setMaking(true)}>
              {t('settings.hooks.new')}
            </Button>
            <OpenFolder folder="hooks" api={api} app={app} />
            <Button icon="refresh" onClick={asked.reload}>
              {t('settings.hooks.again')}
            </Button>
          </>
        }
      />
      {making ? <NewHook api={api} onClose={() => setMaking(false)} /> : null}
      {asked.problem === null ? null : <Failure message={asked.problem} onRetry={asked.reload} />}
      {list === null ? (
        asked.problem === null ? (
          <Placeholder rows={3} />
        ) : null
      ) : (
        <>
          {list.allowed === 'all' ? null : (
            <Banner>
              {t(list.allowed === 'none' ? 'settings.hooks.noneAllowed' : 'settings.hooks.onlyManaged')}
            </Banner>
          )}
          {list.waiting > 0 ? <Banner>{t('settings.hooks.waiting', { count: list.waiting })}</Banner> : null}
          {list.problems.map(({ file, message, said }) => (
            <Banner key={file} look="bad">
              {words(message, said)} <span className="break-all text-fg-3 text-xs">{file}</span>
            </Banner>
          ))}
          <SettingGroup label={t('settings.hooks.all')}>
            <SettingLine
              title={t('settings.hooks.run')}
              hint={t(list.areOn ? 'settings.hooks.runOn' : 'settings.hooks.runOff')}
            >
              <Switch
                label={t('settings.hooks.run')}
                checked={list.areOn && list.allowed === 'all'}
                disabled={list.allowed !== 'all'}
                onChange={(on) => turn(null, on)}
              />
            </SettingLine>
          </SettingGroup>
          {list.hooks.length === 0 ? (
            <p className="text-fg-2">
              <Rich
                message="settings.hooks.none"
                values={{
                  own: <span className="plain-code">{FOLDERS.own}</span>,
                  project: <span className="plain-code">{FOLDERS.project}</span>,
                }}
              />
            </p>
          ) : (
            <SettingGroup label={t('settings.hooks.list')}>
              {list.hooks.map((hook) => (
                <HookLine
                  key={hook.key}
                  hook={hook}
                  runs={runs(hook, list)}
                  isFixed={hook.source === 'managed' || list.allowed !== 'all'}
                  onTurn={(on) => turn(hook.key, on)}
                />
              ))}
            </SettingGroup>
          )}
        </>
      )}
    </>
  )
}

/** Whether hooks of the owner of a hook run at all. */
function runs({ source }: HookListing, { allowed, areOn }: HookList): boolean {
  return source === 'managed' ? allowed !== 'none' : allowed === 'all' && areOn
}

type HookLineProps = {
  readonly hook: HookListing
  /** Whether hooks of its owner run at all. */
  readonly runs: boolean
  /** Whether only the administrator can turn it on or off. */
  readonly isFixed: boolean
  readonly onTurn: (on: boolean) => void
}

function HookLine({ hook, runs, isFixed, onTurn }: HookLineProps) {
  const t = useText()
  const { id, on, tools, source, plugin, description, command, file, last } = hook
  return (
    <div
      data-off={!runs || !hook.isOn || undefined}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 border-line px-4 py-3 data-off:text-fg-3 [&+div]:border-t"
    >
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{id}</span>
          <Chip mono>{on}</Chip>
          {tools.map((tool) => (
            <Chip key={tool} mono look="flat">
              {tool}
            </Chip>
          ))}
          <Chip look="flat">
            {plugin === undefined
              ? t(`settings.hooks.source.${source}`)
              : t('settings.plugins.of', { name: plugin })}
          </Chip>
        </div>
        {description === '' ? null : <p className="text-fg-2 text-sm">{description}</p>}
        <p className="truncate font-mono text-fg-2 text-xs" title={command}>
          {command}
        </p>
        <p className="truncate text-fg-3 text-xs" title={file}>
          {file}
        </p>
        <LastResult last={last} />
      </div>
      <span className="pt-0.5">
        <Switch
          label={t('settings.hooks.turn', { name: id })}
          checked={hook.isOn && (runs || !isFixed)}
          disabled={isFixed}
          onChange={onTurn}
        />
      </span>
    </div>
  )
}

const MARKS: Readonly<Record<HookResult['outcome'], MarkState>> = {
  done: 'done',
  changed: 'done',
  blocked: 'stop',
  failed: 'fail',
}

function LastResult({ last }: { readonly last: HookResult | null }) {
  const t = useText()
  const why = useStopWords()
  if (last === null) return <p className="text-fg-3 text-xs">{t('settings.hooks.neverRan')}</p>
  const label = t(`settings.hooks.last.${last.outcome}`)
  return (
    <p className="flex min-w-0 items-start gap-1.5 text-fg-2 text-xs">
      <Mark state={MARKS[last.outcome]} label={label} />
      <span className="min-w-0 break-words">
        {last.words === '' ? label : t('settings.hooks.saying', { label, words: why(last.words, last.said) })}{' '}
        <span className="figures text-fg-3">{t('settings.hooks.took', { ms: last.ms })}</span>
      </span>
    </p>
  )
}
