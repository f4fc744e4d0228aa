import { useStore } from 'zustand'
import type { ProjectId } from '#shared/ids.ts'
import type { AfterEdit } from '#shared/problems/after-edit.ts'
import type { CheckListing, ServerListing } from '#shared/problems/check-listing.ts'
import type { FormatTable } from '#shared/problems/format-table.ts'
import { useQuery } from '../../../data/use-query.ts'
import { Rich, useNoticeWords, useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { Mark, type MarkState } from '../../../ui/controls/Mark.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { SectionHead, SettingGroup } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'

/** Names in the settings of a project. */
const NAMES = {
  commands: '[[afterEdit]]',
  servers: '[diagnostics.servers]',
  format: '[format]',
  file: '.orrery/config.toml',
} as const

/** The commands and language servers that check what agents edit. */
export function ChecksSection(props: SettingsProps) {
  const t = useText()
  const projectId = useStore(props.app.store, (state) => state.openProject)
  return projectId === null ? (
    <>
      <SectionHead title={t('settings.checks')} hint={t('settings.checksHint')} />
      <p className="text-fg-2">{t('settings.checks.noProject')}</p>
    </>
  ) : (
    <ProjectChecks key={projectId} {...props} projectId={projectId} />
  )
}

function ProjectChecks({ api, app, projectId }: SettingsProps & { readonly projectId: ProjectId }) {
  const t = useText()
  const words = useNoticeWords()
  const { data: list, problem, reload } = useQuery('problems.checks', { projectId })
  const turn = (id: string, digest: string | null) =>
    app.attempt(api.command('problems.turnServer', { projectId, id, digest }).finally(reload))
  return (
    <>
      <SectionHead
        title={t('settings.checks')}
        hint={t('settings.checksHint')}
        action={
          <Button icon="refresh" onClick={reload}>
            {t('settings.hooks.again')}
          </Button>
        }
      />
      {problem === null ? null : <Failure message={problem} onRetry={reload} />}
      {list === null && problem === null ? <Placeholder rows={3} /> : null}
      {list?.problem == null ? null : <Banner look="bad">{words(list.problem, list.said)}</Banner>}
      {list === null ? null : <Listed list={list} onTurn={turn} />}
    </>
  )
}

type ListedProps = {
  readonly list: CheckListing
  readonly onTurn: (id: string, digest: string | null) => void
}

function Listed({ list, onTurn }: ListedProps) {
  const t = useText()
  const { commands, servers, format, trusted } = list
  if (commands.length + servers.length === 0 && format === null) {
    return (
      <p className="text-fg-2">
        <Rich
          message="settings.checks.none"
          values={{
            commands: <span className="plain-code">{NAMES.commands}</span>,
            servers: <span className="plain-code">{NAMES.servers}</span>,
            format: <span className="plain-code">{NAMES.format}</span>,
            file: <span className="plain-code">{NAMES.file}</span>,
          }}
        />
      </p>
    )
  }
  return (
    <>
      {trusted ? null : <Banner>{t('settings.checks.untrusted')}</Banner>}
      {commands.length === 0 ? null : (
        <SettingGroup label={t('settings.checks.commands')}>
          {commands.map((each) => (
            <CommandLine key={`${each.glob} ${each.command}`} {...each} />
          ))}
        </SettingGroup>
      )}
      {servers.length === 0 ? null : (
        <SettingGroup label={t('settings.checks.servers')}>
          {servers.map((server) => (
            <ServerLine
              key={server.id}
              server={server}
              onTurn={(on) => onTurn(server.id, on ? server.digest : null)}
            />
          ))}
        </SettingGroup>
      )}
      {format === null ? null : <FormatGroup format={format} />}
    </>
  )
}

function CommandLine({ glob, command }: Pick<AfterEdit, 'glob' | 'command'>) {
  return (
    <div className="grid gap-1 border-line px-4 py-3 [&+div]:border-t">
      <p className="plain-code break-all text-sm">
        <ForeignText text={command} />
      </p>
      <span>
        <Chip mono look="flat">
          {glob}
        </Chip>
      </span>
    </div>
  )
}

/** When files are formatted, and by which commands. */
function FormatGroup({ format }: { readonly format: FormatTable }) {
  const t = useText()
  const { onSave = false, afterAgent = false, commands = [] } = format
  const moments = [
    ...(onSave ? [t('settings.checks.format.onSave')] : []),
    ...(afterAgent ? [t('settings.checks.format.afterAgent')] : []),
  ]
  return (
    <SettingGroup label={t('settings.checks.format')}>
      <div className="grid gap-1 border-line px-4 py-3 [&+div]:border-t">
        <p>{moments.length === 0 ? t('settings.checks.format.never') : moments.join(' · ')}</p>
        <p className="text-fg-3 text-xs">{t('settings.checks.format.byServer')}</p>
      </div>
      {commands.map((each) => (
        <CommandLine key={`${each.glob} ${each.command}`} {...each} />
      ))}
    </SettingGroup>
  )
}

const MARKS: Readonly<Record<ServerListing['state'], MarkState>> = {
  off: 'stop',
  resting: 'pend',
  starting: 'run',
  running: 'done',
  failed: 'fail',
}

type ServerLineProps = {
  readonly server: ServerListing
  readonly onTurn: (on: boolean) => void
}

function ServerLine({ server, onTurn }: ServerLineProps) {
  const t = useText()
  const { id, command, args = [], languages, isOn, state, detail } = server
  const words = t(`settings.checks.state.${state}`, { detail })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 border-line px-4 py-3 [&+div]:border-t">
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{id}</span>
          {languages.map((language) => (
            <Chip key={language} mono look="flat">
              {language}
            </Chip>
          ))}
        </div>
        <p className="plain-code break-all text-fg-2 text-xs">
          <ForeignText text={[command, ...args].join(' ')} />
        </p>
        <ServerSettings {...server} />
        <p className="flex items-center gap-2 text-fg-3 text-xs">
          <Mark state={MARKS[state]} />
          <ForeignText text={words} prose />
        </p>
        {server.hasChanged ? (
          <p className="text-sm text-warn-fg">{t('settings.checks.commandChanged')}</p>
        ) : null}
      </div>
      <Switch label={t('settings.checks.run', { id })} checked={isOn} onChange={onTurn} />
    </div>
  )
}

/** The settings a project sends to a server. They are part of what the person switches on. */
function ServerSettings({ initializationOptions, settings }: ServerListing) {
  const t = useText()
  const parts = { initializationOptions, settings }
  if (initializationOptions === undefined && settings === undefined) return null
  return (
    <details className="text-fg-3 text-xs">
      <summary>{t('settings.checks.told')}</summary>
      <p className="plain-code max-h-60 overflow-auto whitespace-pre-wrap break-all pt-1 text-fg-2">
        <ForeignText text={JSON.stringify(parts, null, 2)} lines />
      </p>
    </details>
  )
}
