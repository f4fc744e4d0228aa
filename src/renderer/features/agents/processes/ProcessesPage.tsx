import type { ProcessLine as Line } from '#shared/process/process.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { useNow } from '../../../ui/base/time.ts'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { PaneHead } from '../../../ui/panes/PaneHead.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { memoryText } from './memory-text.ts'
import { ProcessLine } from './ProcessLine.tsx'
import { useProcesses } from './use-processes.ts'

/** Every process of the app: the programs of agents with who started them, and what the app itself is made of. */
export function ProcessesPage() {
  const t = useText()
  const numbers = useNumbers()
  const { data, problem, reload } = useProcesses()
  const now = useNow(1_000)
  const lines = data ?? []
  const programs = lines.filter(({ canStop }) => canStop)
  const own = lines.filter(({ canStop, pid }) => !canStop && pid !== null)
  const threads = lines.filter(({ pid }) => pid === null)
  const memory = lines.reduce((sum, line) => sum + (line.memory ?? 0), 0)
  return (
    <section aria-label={t('agents.processes')} data-pane className="pane h-full bg-canvas">
      <PaneHead title={t('agents.processes')}>
        <span className="figures pr-2 text-fg-3 text-xs">
          {data === null
            ? ''
            : t('agents.processes.sum', { count: lines.length, memory: memoryText(memory, numbers) })}
        </span>
      </PaneHead>
      {problem === null ? null : (
        <div className="px-4 pb-2">
          <Failure message={problem} onRetry={reload} />
        </div>
      )}
      <div className="min-h-0 flex-1 overflow-auto">
        {data === null ? (
          problem === null ? (
            <Placeholder rows={6} rowHeight={40} />
          ) : null
        ) : (
          <>
            <Lines
              title={t('agents.processes.ofAgents')}
              head="agents.process.command"
              lines={programs}
              now={now}
              onStopped={reload}
            />
            {programs.length > 0 ? null : (
              <p className="px-4 pb-3 text-fg-3 text-sm">{t('agents.processes.none')}</p>
            )}
            <Lines
              title={t('agents.processes.ofApp')}
              head="agents.process.name"
              lines={own}
              now={now}
              onStopped={reload}
            />
            {threads.length === 0 ? null : (
              <>
                <Lines
                  title={t('agents.processes.threads')}
                  head="agents.process.name"
                  lines={threads}
                  now={now}
                  onStopped={reload}
                />
                <p className="px-4 pt-1 pb-3 text-fg-3 text-xs">{t('agents.processes.threads.note')}</p>
              </>
            )}
          </>
        )}
      </div>
    </section>
  )
}

type LinesProps = {
  readonly title: string
  readonly head: 'agents.process.command' | 'agents.process.name'
  readonly lines: readonly Line[]
  readonly now: number
  readonly onStopped: () => void
}

function Lines({ title, head, lines, now, onStopped }: LinesProps) {
  const t = useText()
  return (
    <>
      <h3 className="px-4 pt-2 pb-1 font-semibold text-fg-2 text-sm">{title}</h3>
      {lines.length === 0 ? null : (
        <table aria-label={title} className="w-full table-fixed text-left text-sm">
          <thead className="text-fg-3 text-xs">
            <tr className="h-6">
              <th scope="col" className="pl-4 font-medium">
                {t(head)}
              </th>
              <th scope="col" className="w-14 px-2 text-right font-medium">
                {t('agents.process.cpu')}
              </th>
              <th scope="col" className="w-20 px-2 text-right font-medium">
                {t('agents.process.memory')}
              </th>
              <th scope="col" className="w-20 px-2 text-right font-medium">
                {t('agents.process.age')}
              </th>
              <th scope="col" className="w-20">
                <span className="unseen">{t('agents.process.stop')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <ProcessLine key={line.id} line={line} now={now} onStopped={onStopped} />
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
