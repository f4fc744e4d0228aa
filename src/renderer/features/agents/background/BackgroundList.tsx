import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { clockText, useNow } from '../../../ui/base/time.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { useRoving } from '../../../ui/hooks/roving.ts'
import { Row } from '../../../ui/lists/Row.tsx'
import { useAgents } from '../agents-context.ts'
import { memoryText } from '../processes/memory-text.ts'
import { useProcesses } from '../processes/use-processes.ts'
import { AgentLine } from '../running/AgentLine.tsx'
import { RunningList } from '../running/RunningList.tsx'
import { TransientRow } from '../running/TransientRow.tsx'
import { useRunning, useTeammatesAtWork } from '../running/use-running.ts'

/** The lists of it, walked as one: arrows move, Enter leads there, X stops. */
export function BackgroundList({ onLeave }: { onLeave: () => void }) {
  const t = useText()
  const { app, agents, teams } = useAgents()
  const roving = useRoving('[data-nav]')
  const root = useRef<HTMLDivElement>(null)
  const running = useRunning()
  const teammates = useTeammatesAtWork()
  useEffect(() => {
    app.attempt(agents.load())
    app.attempt(teams.load())
    return teams.watch()
  }, [app, agents, teams])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = document.activeElement
    if (event.key.toLowerCase() === 'x' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      at?.closest('li')?.querySelector<HTMLElement>('button:not([data-nav])')?.click()
    } else if (event.key === 'ArrowDown' && at?.hasAttribute('data-nav') !== true) {
      event.preventDefault()
      root.current?.querySelector<HTMLElement>('[data-nav]')?.focus()
    } else roving(event)
  }
  const onClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('[data-nav]') !== null) onLeave()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and clicks bubble up here from the lines
    <div
      ref={root}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className="grid min-h-0 gap-1 overflow-y-auto px-3 pb-3"
    >
      {running.isNone && teammates.length > 0 ? null : (
        <Part title={t('agents.running')}>
          <RunningList running={running} />
        </Part>
      )}
      {teammates.length === 0 ? null : (
        <Part title={t('background.teammates')}>
          <ul aria-label={t('background.teammates')}>
            {teammates.map((run) => (
              <AgentLine key={run.sessionId} run={run} />
            ))}
          </ul>
        </Part>
      )}
      <Programs />
      <p className="px-2 pt-1 text-fg-3 text-xs">{t('background.keys')}</p>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="px-2 pt-2 pb-1 font-semibold text-fg-2 text-sm">{title}</h3>
      {children}
    </section>
  )
}

/** Shows programs started by agents, and the tool processes. Empty without any. */
function Programs() {
  const t = useText()
  const numbers = useNumbers()
  const { api, app } = useAgents()
  const asked = useProcesses()
  const now = useNow(1_000)
  const programs = (asked.data ?? []).filter(({ canStop }) => canStop)
  if (programs.length === 0) return null
  const stop = (processId: string) =>
    app.attempt(api.command('process.stop', { processId }).then(asked.reload))
  return (
    <Part title={t('agents.processes.ofAgents')}>
      <ul aria-label={t('agents.processes.ofAgents')}>
        {programs.map(({ id, command, owner, memory, startedAt }) => (
          <TransientRow key={id}>
            <Row data-nav lines={2} tabIndex={-1} onClick={() => app.show('agents')} className="min-w-0">
              <Icon name="terminal" size="s" className="text-fg-3" />
              <span className="min-w-0 grow">
                <span className="plain-code block truncate text-sm">{command}</span>
                <span className="figures block truncate text-fg-3 text-xs">
                  {[owner?.title, memory === null ? undefined : memoryText(memory, numbers)]
                    .filter((part) => part !== undefined)
                    .join(' · ')}
                </span>
              </span>
              <span className="figures text-fg-3 text-xs">
                {startedAt === null ? '' : clockText(now - startedAt)}
              </span>
            </Row>
            <IconButton
              icon="stop"
              size="small"
              label={t('agents.process.stopOf', { command })}
              onClick={() => stop(id)}
            />
          </TransientRow>
        ))}
      </ul>
    </Part>
  )
}
