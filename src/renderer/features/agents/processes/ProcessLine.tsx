import { useState } from 'react'
import type { ProcessLine as Line } from '#shared/process/process.ts'
import { type Text, useText } from '../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { clockText } from '../../../ui/base/time.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { useAgents } from '../agents-context.ts'
import { useFocusNext } from '../use-focus-next.ts'
import { memoryText } from './memory-text.ts'

type ProcessLineProps = { readonly line: Line; readonly now: number; readonly onStopped: () => void }

/** One program with all it has started, or one process of the app. */
export function ProcessLine({ line, now, onStopped }: ProcessLineProps) {
  const t = useText()
  const numbers = useNumbers()
  const { api, app } = useAgents()
  const [stopping, setStopping] = useState(false)
  const row = useFocusNext()
  const { id, command, pid, count, cpu, memory, startedAt, canStop } = line
  const stop = () => {
    if (stopping) return
    setStopping(true)
    const stopped = api.command('process.stop', { processId: id }).finally(() => setStopping(false))
    app.attempt(stopped.then(onStopped))
  }
  const { name, about } = wordsOf(t, line)
  return (
    <tr ref={row} className="border-line border-t align-top">
      <td className="max-w-0 py-1.5 pr-2 pl-4">
        <div className={name === null ? 'truncate plain-code text-sm' : 'truncate text-sm'} title={command}>
          {name ?? command}
        </div>
        <div className="figures truncate text-fg-3 text-xs">
          {about}
          {pid === null ? '' : ` · ${t('agents.process.pid', { pid: String(pid) })}`}
          {count > 1 ? ` · ${t('agents.process.count', { count })}` : ''}
        </div>
      </td>
      <td className="figures px-2 py-1.5 text-right">{cpu === null ? '·' : numbers.percent(cpu)}</td>
      <td className="figures px-2 py-1.5 text-right">
        {memory === null ? '·' : memoryText(memory, numbers)}
      </td>
      <td className="figures px-2 py-1.5 text-right text-fg-2">
        {startedAt === null ? '·' : clockText(now - startedAt)}
      </td>
      <td className="py-1 pr-3 pl-2 text-right">
        {canStop ? (
          <Button
            size="small"
            look="ghost-danger"
            data-line-act
            aria-label={t('agents.process.stopOf', { command })}
            // A button that is switched off would let go of the focus.
            aria-disabled={stopping}
            onClick={stop}
          >
            {t('agents.process.stop')}
          </Button>
        ) : null}
      </td>
    </tr>
  )
}

type Words = {
  /** Null for what is best known by its command. */
  readonly name: string | null
  readonly about: string
}

/** Returns the name and the owner or purpose of a process. */
function wordsOf(t: Text, { kind, owner, command }: Line): Words {
  if (owner !== null) {
    const values = { title: owner.title, agent: owner.agentId }
    const about = t(kind === 'job' ? 'agents.process.job.owner' : 'agents.process.owner', values)
    return { name: kind === 'tools' ? t('agents.process.tools') : null, about }
  }
  switch (kind) {
    case 'command':
    case 'job':
    case 'tools':
    case 'other':
      return { name: null, about: t('agents.process.other.about') }
    case 'script':
      return {
        name: t('agents.process.script'),
        about:
          command === ''
            ? t('agents.process.script.spare')
            : t('agents.process.script.about', { task: command }),
      }
    default:
      return { name: t(`agents.process.${kind}`), about: t(`agents.process.${kind}.about`) }
  }
}
