import type { TriggerFiring, TriggerSource, TriggerWork } from '#shared/trigger/trigger.ts'
import type { Text } from '../../messages/TextProvider.tsx'
import type { MarkState } from '../../ui/controls/Mark.tsx'

/** Returns the start condition of a trigger in a few words. */
export function startsText(t: Text, source: TriggerSource): string {
  switch (source.kind) {
    case 'cron':
      return t('triggers.utc', { time: source.expression })
    case 'file':
      return t('triggers.starts.file', { globs: source.globs.join(', ') })
    case 'git':
      return t(`triggers.starts.${source.event}`, { branch: source.branch })
    case 'webhook':
      return t('triggers.starts.webhook')
    case 'run':
      if (source.of === 'chat') return t('triggers.starts.chat')
      return source.name === null
        ? t('triggers.starts.anyWorkflow')
        : t('triggers.starts.workflow', { name: source.name })
  }
}

/** Returns the work of a trigger in a few words. */
export function workText(t: Text, work: TriggerWork): string {
  return work.kind === 'prompt'
    ? t('triggers.chat', { prompt: work.prompt.split('\n')[0] ?? '' })
    : t('triggers.workflow', { name: work.name })
}

const MARKS: Readonly<Record<TriggerFiring['state'], MarkState>> = {
  claimed: 'run',
  running: 'run',
  done: 'done',
  failed: 'fail',
  stopped: 'stop',
  skipped: 'stop',
  missed: 'stop',
}

/** Returns the mark of a row of the history. */
export const markOf = ({ state }: Pick<TriggerFiring, 'state'>): MarkState => MARKS[state]

/** Returns the result of a firing: its state, and the reason where there is one. */
export function resultText(t: Text, { state, note }: Pick<TriggerFiring, 'state' | 'note'>): string {
  const words = t(`triggers.state.${state}`)
  return note === null ? words : `${words} · ${noteText(t, note)}`
}

function noteText(t: Text, { code, count = 1 }: NonNullable<TriggerFiring['note']>): string {
  return code === 'late' || code === 'missed'
    ? t(`triggers.note.${code}`, { count })
    : t(`triggers.note.${code}`)
}
