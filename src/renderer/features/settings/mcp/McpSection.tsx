import { type KeyboardEvent, useCallback } from 'react'
import type { McpList, McpServerListing } from '#shared/mcp/mcp-list.ts'
import type { Query } from '../../../data/use-query.ts'
import { useNoticeWords, useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { EmptyState } from '../../../ui/panes/EmptyState.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { SectionHead } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { HealthWords } from './HealthWords.tsx'
import { type McpView, markOf } from './mcp-view.ts'
import { ToolSearchGroup } from './ToolSearchGroup.tsx'

type McpSectionProps = SettingsProps & {
  readonly asked: Query<McpList>
  readonly view: McpView
  readonly onView: (view: McpView) => void
}

/** The servers that bring agents tools: the person's own, and those of the open project. */
export function McpSection({ asked, view, onView, api, app, toast }: McpSectionProps) {
  const t = useText()
  const words = useNoticeWords()
  const list = asked.data
  const openFile = async () => {
    const opened = await api.command('mcp.openFile', {})
    if (opened?.kind === 'bundle') onView({ kind: 'bundle', bundle: opened.bundle })
    if (opened?.kind !== 'import') return
    const { added, problems } = opened.imported
    if (added.length > 0) {
      toast({ mark: 'done', text: t('settings.mcp.added', { names: added.join(', ') }), seconds: 5 })
    }
    for (const { name, problem } of problems)
      toast({ mark: 'fail', text: `${name}: ${problem}`, seconds: 10 })
  }
  const adding = (
    <>
      <Button onClick={() => app.attempt(openFile())}>{t('settings.mcp.openFile')}</Button>
      <Button onClick={() => onView({ kind: 'paste' })}>{t('settings.mcp.paste')}</Button>
      <Button icon="plus" onClick={() => onView({ kind: 'add' })}>
        {t('settings.mcp.add')}
      </Button>
    </>
  )
  const turn = (server: McpServerListing, on: boolean) =>
    app.attempt(api.command('mcp.turn', { projectId: server.projectId, key: server.key, on }))
  return (
    <>
      <SectionHead title={t('settings.mcp')} hint={t('settings.mcpHint')} action={adding} />
      {asked.problem === null ? null : <Failure message={asked.problem} onRetry={asked.reload} />}
      {list === null ? (
        asked.problem === null ? (
          <Placeholder rows={4} />
        ) : null
      ) : (
        <>
          {list.problems.map(({ file, message, said }) => (
            <Banner key={`${file} ${message}`} look="bad">
              {words(message, said)} <span className="break-all text-fg-3 text-xs">{file}</span>
            </Banner>
          ))}
          {list.servers
            .filter(({ health }) => health.state === 'untrusted')
            .map((server) => (
              <Banner
                key={server.key}
                action={
                  <Button size="small" onClick={() => onView({ kind: 'server', key: server.key })}>
                    {t('settings.mcp.review')}
                  </Button>
                }
              >
                {t(server.changed ? 'settings.mcp.waitsChanged' : 'settings.mcp.waits', {
                  name: server.name,
                  file: t(`settings.mcp.source.${server.source}`),
                })}
              </Banner>
            ))}
          {list.servers.length === 0 ? (
            <EmptyState icon="plug" title={t('settings.mcp.none')}>
              {t('settings.mcp.noneHint')}
            </EmptyState>
          ) : (
            <McpTable servers={list.servers} view={view} onView={onView} onTurn={turn} />
          )}
        </>
      )}
      <ToolSearchGroup app={app} />
    </>
  )
}

const isElement = (node: Element): node is HTMLElement => node instanceof HTMLElement

type McpTableProps = {
  readonly servers: readonly McpServerListing[]
  readonly view: McpView
  readonly onView: (view: McpView) => void
  readonly onTurn: (server: McpServerListing, on: boolean) => void
}

const HEAD = 'h-7 whitespace-nowrap border-line border-b px-2 font-medium text-fg-3 text-xs'
const CELL = 'h-12 whitespace-nowrap border-line border-b px-2 text-fg-2'
const NUMBER = 'figures text-right'
/** Hidden in a narrow pane; the detail shows the same. */
const WIDE_ONLY = '@max-[620px]:hidden'

/** Up and Down move between rows. */
function McpTable({ servers, view, onView, onTurn }: McpTableProps) {
  const t = useText()
  const chosen = 'key' in view ? view.key : null
  const keys = useCallback((event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const rows = [...event.currentTarget.querySelectorAll('[data-server]')].filter(isElement)
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    if (step === undefined || at < 0) return
    event.preventDefault()
    rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.focus()
  }, [])
  const tokens = servers.reduce((sum, server) => sum + (server.enabled ? (server.tokens ?? 0) : 0), 0)
  const numbers = useNumbers()
  const column = (name: 'name' | 'protocol' | 'tools' | 'tokens' | 'calls' | 'errors' | 'use', more = '') => (
    <th scope="col" className={classNames(HEAD, more)}>
      {t(`settings.mcp.column.${name}`)}
    </th>
  )
  return (
    <>
      <table
        aria-label={t('settings.mcp')}
        onKeyDown={keys}
        className="-mx-2 w-[calc(100%+16px)] text-left text-sm"
      >
        <thead>
          <tr>
            {column('name')}
            {column('protocol', WIDE_ONLY)}
            {column('tools', 'text-right')}
            {column('tokens', 'text-right')}
            {column('calls', classNames('text-right', WIDE_ONLY))}
            {column('errors', classNames('text-right', WIDE_ONLY))}
            {column('use', 'text-right')}
          </tr>
        </thead>
        <tbody>
          {servers.map((server, index) => (
            <McpRow
              key={server.key}
              server={server}
              on={server.key === chosen}
              reachable={chosen === null ? index === 0 : server.key === chosen}
              onChoose={() => onView({ kind: 'server', key: server.key })}
              onTurn={(on) => onTurn(server, on)}
            />
          ))}
        </tbody>
      </table>
      <p className="text-fg-3 text-xs">{t('settings.mcp.sum', { tokens: numbers.short(tokens) })}</p>
    </>
  )
}

type McpRowProps = {
  readonly server: McpServerListing
  readonly on: boolean
  readonly reachable: boolean
  readonly onChoose: () => void
  readonly onTurn: (on: boolean) => void
}

function McpRow({ server, on, reachable, onChoose, onTurn }: McpRowProps) {
  const t = useText()
  const numbers = useNumbers()
  const { name, health, protocol, tools, tokens, calls, errors, enabled } = server
  const none = <span className="text-fg-3">·</span>
  return (
    <tr data-on={on} className="group hover:bg-hover data-[on=true]:bg-select-live">
      <td
        className={classNames(
          CELL,
          'w-full max-w-0 group-data-[on=true]:shadow-[inset_2px_0_0_var(--color-focus)]',
        )}
      >
        <span className="flex min-w-0 items-center gap-2">
          <Mark state={markOf(health)} label={t(`settings.mcp.state.${health.state}`)} />
          <span className="grid min-w-0">
            <button
              type="button"
              data-server
              tabIndex={reachable ? 0 : -1}
              aria-pressed={on}
              onClick={onChoose}
              className="min-w-0 truncate rounded-sm text-left font-medium text-fg"
            >
              {name}
            </button>
            <HealthWords server={server} />
          </span>
        </span>
      </td>
      <td className={classNames(CELL, 'plain-code text-xs', WIDE_ONLY)}>{protocol ?? none}</td>
      <td className={classNames(CELL, NUMBER)}>
        {tools === null
          ? none
          : tools.offered === tools.all
            ? numbers.whole(tools.all)
            : t('settings.mcp.someTools', { offered: tools.offered, all: tools.all })}
      </td>
      <td className={classNames(CELL, NUMBER)}>{tokens === null ? none : numbers.short(tokens)}</td>
      <td className={classNames(CELL, NUMBER, WIDE_ONLY)}>{numbers.whole(calls)}</td>
      <td className={classNames(CELL, NUMBER, WIDE_ONLY, errors > 0 && 'text-bad-fg')}>
        {numbers.whole(errors)}
      </td>
      <td className={classNames(CELL, 'text-right')}>
        <Switch label={t('settings.mcp.turn', { name })} checked={enabled} onChange={onTurn} />
      </td>
    </tr>
  )
}
