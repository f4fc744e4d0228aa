import { useState } from 'react'
import type { ProcessLine as Line } from '#shared/process/process.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useNumbers } from '../../../ui/numbers.ts'
import { clockText } from '../../../ui/time.ts'
import { useAgents } from '../agents-context.ts'

type ProcessLineProps = { readonly line: Line; readonly now: number; readonly onStopped: () => void }

/** One program with all it has started, or one process of the app. */
export function ProcessLine({ line, now, onStopped }: ProcessLineProps) {
  const t = useText()
  const numbers = useNumbers()
  const { api, app } = useAgents()
  const [stopping, setStopping] = useState(false)
  const { id, owner, command, pid, count, cpu, memory, startedAt, canStop } = line
  const stop = () => {
    setStopping(true)
    const stopped = api.call('process.stop', { processId: id }).finally(() => setStopping(false))
    app.attempt(stopped.then(onStopped))
  }
  const about =
    owner === null
      ? t(`agents.process.${line.kind}`)
      : t('agents.process.owner', { title: owner.title, agent: owner.agentId })
  return (
    <tr className="border-line border-t align-top">
      <td className="max-w-0 py-1.5 pr-2 pl-4">
        <div className="truncate plain-code text-sm" title={command}>
          {command}
        </div>
        <div className="figures truncate text-fg-3 text-xs">
          {about} · {t('agents.process.pid', { pid: String(pid) })}
          {count > 1 ? ` · ${t('agents.process.count', { count })}` : ''}
        </div>
      </td>
      <td className="figures px-2 py-1.5 text-right">{cpu === null ? '·' : numbers.percent(cpu)}</td>
      <td className="figures px-2 py-1.5 text-right">{numbers.short(memory)}</td>
      <td className="figures px-2 py-1.5 text-right text-fg-2">
        {startedAt === null ? '·' : clockText(now - startedAt)}
      </td>
      <td className="py-1 pr-3 pl-2 text-right">
        {canStop ? (
          <Button
            size="small"
            look="ghost-danger"
            aria-label={t('agents.process.stopOf', { command })}
            disabled={stopping}
            onClick={stop}
          >
            {t('agents.process.stop')}
          </Button>
        ) : null}
      </td>
    </tr>
  )
}
